package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.InsertKind;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Upsert;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.fact.UserVariables;
import org.shardingjdbc.plan.internal.naming.ObjectNames;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.InsertColumns;
import org.shardingjdbc.route.internal.bind.KeyRequest;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/** Checks of writes that hold however many units an execution chooses. One per plan. */
public record WriteRules(
        BoundStatement bound, SourcePositions positions, ObjectNames objects, Dialect dialect, int dataSources) {
    /**
     * The first broadcast table that a statement, or a common table expression or delta table of it, writes, or null.
     */
    public @Nullable BoundTable writtenBroadcast(Statement statement) {
        List<NamedTable> targets = new ArrayList<>(Nodes.targets(statement));
        bound.parsed().analysis().nested().forEach(nested -> targets.addAll(Nodes.targets(nested)));
        for (NamedTable target : targets) {
            BoundTable table = bound.table(target);
            if (table != null && table.table().isReplicated()) {
                return table;
            }
        }
        return null;
    }

    /** Whether a definition does the same to each copy of broadcast tables, and touches no other table. */
    public boolean definesCopies(DdlStatement ddl) {
        boolean defines =
                !ddl.tables().isEmpty() && ddl.tables().stream().allMatch(target -> bound.table(target) != null);
        return defines
                && bound.tables().stream().allMatch(table -> table.table().isReplicated());
    }

    /** Why the copies of a broadcast table might not get the same rows; null where they do. */
    public @Nullable ShardingException refusalOfBroadcast(Statement statement, BoundTable target) {
        if (dataSources < 2) {
            return null;
        }
        String name = target.table().name();
        for (BoundTable table : bound.tables()) {
            if (table.table().isPartitioned()) {
                return positions.refuseAt(ErrorCode.BROADCAST_WRITE_FROM_SHARDED, statement, name);
            }
        }
        InstalledFunctions installed = new InstalledFunctions(objects.catalog(), dialect);
        for (FunctionCall call : bound.parsed().analysis().all(FunctionCall.class)) {
            if (installed.isVolatile(call) || Functions.isClock(call) || Functions.isSession(call)) {
                return positions.refuse(ErrorCode.BROADCAST_WRITE_DIVERGES, positions.excerpt(call), call, name);
            }
        }
        for (SessionVariable variable : bound.parsed().analysis().all(SessionVariable.class)) {
            if (variable.text().startsWith("@@") || UserVariables.assigns(bound.parsed())) {
                return positions.refuse(ErrorCode.BROADCAST_WRITE_DIVERGES, variable.text(), variable, name);
            }
        }
        return refusalOfOrder(statement, name);
    }

    /** Nothing may depend on which row of a copy comes first. */
    private @Nullable ShardingException refusalOfOrder(Statement statement, String name) {
        SingleValues values = new SingleValues(bound, objects.catalog(), dialect);
        Set<Limit> ofQueries = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Query query : bound.parsed().analysis().all(Query.class)) {
            ofQueries.add(query.limit());
        }
        for (Limit limit : bound.parsed().analysis().all(Limit.class)) {
            if (!ofQueries.contains(limit)) {
                return positions.refuse(ErrorCode.BROADCAST_WRITE_DIVERGES, "LIMIT", limit, name);
            }
        }
        if (new BroadcastRule(values, true).ofAll(statement) instanceof Verdict.Refused refused) {
            String construct = Objects.requireNonNull(refused.construct(), "what copies may do otherwise has a name");
            return positions.refuse(ErrorCode.BROADCAST_WRITE_DIVERGES, construct, refused.node(), name);
        }
        for (InsertStatement insert : bound.parsed().analysis().all(InsertStatement.class)) {
            boolean ordered = !(insert.source() instanceof QuerySource source)
                    || !dependsOnOrder(insert)
                    || new RowKeys(values).sort(source.query());
            if (!ordered) {
                return positions.refuse(
                        ErrorCode.BROADCAST_WRITE_DIVERGES,
                        "INSERT of rows that nothing sorts, whose first gets the first key or stays,",
                        insert.source(),
                        name);
            }
        }
        for (MergeStatement merge : bound.parsed().analysis().all(MergeStatement.class)) {
            for (MergeAction action : merge.actions()) {
                if (numbers(merge, action, values)) {
                    return positions.refuse(
                            ErrorCode.BROADCAST_WRITE_DIVERGES, "INSERT of rows whose keys are made,", action, name);
                }
            }
        }
        for (UpdateStatement update : bound.parsed().analysis().all(UpdateStatement.class)) {
            if (!new JoinedUpdate(values, update).isOnePerRow()) {
                return positions.refuse(
                        ErrorCode.BROADCAST_WRITE_DIVERGES,
                        "UPDATE from a table of which several rows may match,",
                        update,
                        name);
            }
        }
        return null;
    }

    /** Whether an action of a MERGE inserts rows whose keys the database makes, in whatever order they come. */
    private boolean numbers(MergeStatement merge, MergeAction action, SingleValues values) {
        BoundTable target = bound.table(merge.target());
        TableSchema schema = target == null ? null : values.schema(target);
        boolean inserts = action.rowSpan() != null && !action.columns().isEmpty();
        return inserts
                && schema != null
                && schema.allColumns().stream()
                        .anyMatch(column -> column.autoIncrement()
                                && action.columns().stream()
                                        .noneMatch(named -> named.text().equalsIgnoreCase(column.name())));
    }

    /** Whether an INSERT leaves the values of a column to the database. */
    private static boolean isMade(ColumnSchema column, InsertStatement insert, TableSchema schema) {
        int position = InsertColumns.position(insert, schema, column.name());
        boolean named = position >= 0
                && (insert.overriding() == null || !insert.overriding().user());
        if (!named || !(insert.source() instanceof QuerySource source)) {
            return !named;
        }
        // MySQL makes a value where it is given NULL, or 0
        return !(source.query().body() instanceof Select block)
                || block.items().stream().anyMatch(StarItem.class::isInstance)
                || position < block.items().size()
                        && ((ExpressionItem) block.items().get(position)).expression() instanceof Literal;
    }

    /** Whether the first row of several gets the first of the keys that the database makes, or keeps others out. */
    private boolean dependsOnOrder(InsertStatement insert) {
        BoundTable target = bound.table(insert.table());
        TableSchema schema = target == null ? null : new SingleValues(bound, objects.catalog(), dialect).schema(target);
        boolean numbered = schema != null
                && schema.allColumns().stream()
                        .anyMatch(column -> column.autoIncrement() && isMade(column, insert, schema));
        return numbered || insert.upsert() != null || insert.kind() != InsertKind.INSERT;
    }

    /**
     * Why a row that is there already might not be found on the node of the row that is inserted; null where it is.
     *
     * @param lookedUp whether it is known that no other node has one
     */
    public @Nullable ShardingException refusalOfConflict(InsertStatement insert, BoundTable target, boolean lookedUp) {
        boolean conflicts = insert.upsert() != null || insert.kind() != InsertKind.INSERT;
        if (!conflicts || !target.table().isSpread()) {
            return null;
        }
        PartitionedTable sharded =
                Objects.requireNonNull(target.table().partitioning(), "a row of a table that is spread is looked for");
        if (!lookedUp && !isFoundHere(insert, target, sharded)) {
            return conflict(insert, sharded);
        }
        return insert.upsert() == null ? null : refusalOfAssignments(insert.upsert(), insert, target, sharded);
    }

    private boolean isFoundHere(InsertStatement insert, BoundTable target, PartitionedTable sharded) {
        List<String> key = keyColumns(insert.upsert(), target, sharded);
        for (String column : sharded.shardingColumns()) {
            if (key.stream().noneMatch(column::equalsIgnoreCase) || !bound.hasExactEquality(target, column)) {
                return false;
            }
        }
        return !sharded.shardingColumns().isEmpty() && !meetsOthers(insert, target, sharded);
    }

    /** Whether it acts on each unique key, and one beside the primary key does not contain the sharding columns. */
    private boolean meetsOthers(InsertStatement insert, BoundTable target, PartitionedTable sharded) {
        boolean named = insert.upsert() != null
                && (insert.upsert().constraint() != null
                        || !insert.upsert().target().isEmpty());
        // H2's MERGE INTO ... KEY
        boolean byColumns = dialect.writes().replacesByNamedColumns() && insert.kind() == InsertKind.REPLACE;
        if (named || byColumns) {
            return false;
        }
        List<List<String>> keys = objects.catalog().uniqueKeys(sharded.name());
        if (keys == null) {
            return true;
        }
        TableSchema schema = target.schema();
        for (List<String> key : keys) {
            boolean here = sharded.shardingColumns().stream()
                    .allMatch(column -> key.stream().anyMatch(column::equalsIgnoreCase));
            if (!here && (schema == null || !isMade(key, insert, schema, sharded))) {
                return true;
            }
        }
        return false;
    }

    private ShardingException conflict(InsertStatement insert, PartitionedTable sharded) {
        Node place = insert.upsert() == null ? insert : insert.upsert();
        String clause = insert.upsert() == null
                ? insert.kind() == InsertKind.REPLACE ? "REPLACE" : "INSERT IGNORE"
                : positions.excerpt(insert.upsert());
        return positions.refuse(ErrorCode.CONFLICT_ACROSS_NODES, clause, place, sharded.name());
    }

    private List<String> keyColumns(@Nullable Upsert upsert, BoundTable target, PartitionedTable sharded) {
        List<String> key = new ArrayList<>();
        if (upsert != null && upsert.constraint() != null) {
            ObjectNames.FoundObject found = objects.find(target, sharded, upsert.constraint());
            return found == null || !found.object().unique()
                    ? key
                    : found.object().columns();
        }
        if (upsert != null && !upsert.target().isEmpty()) {
            for (Expression expression : upsert.target()) {
                if (expression instanceof ColumnReference reference) {
                    key.add(reference.name().text());
                }
            }
            return key;
        }
        return target.schema() == null ? key : target.schema().primaryKey();
    }

    private @Nullable ShardingException refusalOfAssignments(
            Upsert upsert, InsertStatement insert, BoundTable target, PartitionedTable sharded) {
        for (Assignment assignment : upsert.assignments()) {
            for (ColumnReference column : assignment.columns()) {
                boolean sharding = sharded.shardingColumns().stream()
                        .anyMatch(column.name().text()::equalsIgnoreCase);
                if (sharding && !keeps(assignment, column, insert, target)) {
                    return positions.refuseAt(
                            ErrorCode.UPSERT_CHANGES_SHARDING_COLUMN,
                            assignment,
                            column.name().text(),
                            sharded.name());
                }
            }
        }
        return null;
    }

    /** The inserted row and the one that is there agree in the sharding columns, for the key contains them. */
    private boolean keeps(Assignment assignment, ColumnReference column, InsertStatement insert, BoundTable target) {
        Expression value = assignment.value();
        boolean given = value instanceof FunctionCall call
                && Functions.builtIn(call).equals("values")
                && call.arguments().size() == 1;
        if (given) {
            value = ((FunctionCall) value).arguments().get(0);
        }
        return assignment.columns().size() == 1
                && value instanceof ColumnReference reference
                && reference.name().text().equalsIgnoreCase(column.name().text())
                && (given || isOfEitherRow(reference, insert, target));
    }

    /** Whether a column is of the inserted row or of the one that is there, and not of a table that is read. */
    private boolean isOfEitherRow(ColumnReference reference, InsertStatement insert, BoundTable target) {
        if (bound.origin(reference) instanceof ColumnOrigin.OfTable of) {
            return of.table().index() == target.index();
        }
        return reference.qualifier().isEmpty()
                ? insert.source() instanceof ValuesSource
                : InsertColumns.isOfGivenRow(reference, insert);
    }

    /** Whether the database or our generator makes a part of the key, so that no row has it yet. */
    public static boolean isMade(List<String> key, InsertStatement insert, TableSchema schema, PartitionedTable table) {
        for (String column : key) {
            ColumnSchema known = schema.column(column);
            boolean ignored = insert.overriding() != null && insert.overriding().user() && KeyRequest.isIdentity(known);
            if (ignored || InsertColumns.position(insert, schema, column) < 0) {
                boolean generated = table.keyGeneration() != null
                        && table.keyGeneration().column().equalsIgnoreCase(column);
                if (generated || known != null && known.autoIncrement()) {
                    return true;
                }
            }
        }
        return false;
    }
}
