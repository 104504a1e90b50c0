package org.shardingjdbc.plan.internal.beside;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.InsertKind;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.nested.Variants;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.GivenValue;
import org.shardingjdbc.plan.internal.operator.WriteBeside;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.planning.StatementPlanner;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.beside.WritesBeside;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.lookup.LookUp;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Finds what rules write beside a statement, and how the values become known that they ask for: those that the
 * statement gives, and those of rows that are there, which a query finds before. One per statement.
 */
public final class WriteBesidePlanner {
    private final StatementPlanner planner;
    private final PlanTools tools;
    private final BoundStatement bound;
    private final ParsedSql parsed;
    private final @Nullable GeneratedKeys keys;
    private final boolean step;

    private String table = "";
    private List<WritesBeside> writers = List.of();

    /**
     * @param keys that the statement makes; may be null
     * @param step whether the statement was made for another one, so that its casts change no value
     */
    public WriteBesidePlanner(
            StatementPlanner planner,
            PlanTools tools,
            BoundStatement bound,
            @Nullable GeneratedKeys keys,
            boolean step) {
        this.planner = planner;
        this.tools = tools;
        this.bound = bound;
        this.parsed = bound.parsed();
        this.keys = keys;
        this.step = step;
    }

    /**
     * What is written beside; none where nothing is.
     *
     * @return refused when the statement writes in a way of which no values are known, or in one whose rows have to be
     *     read first: then in steps
     */
    public Decision<Optional<WriteBeside>> find() {
        Statement statement = parsed.statement();
        ShardingException refusal = statement instanceof ExplainStatement ? null : refusal(statement);
        return refusal == null
                ? new Decision.Proved<>(Optional.ofNullable(of(statement)))
                : new Decision.Refused<>(refusal);
    }

    /** Null where nothing is written beside. */
    private @Nullable WriteBeside of(Statement statement) {
        WriteBeside found = untransformed(statement);
        String transformed = found == null ? null : transformed();
        return transformed == null ? found : refused("another rule stores or shows other values of " + transformed);
    }

    /**
     * A column that is written beside, or a table of entries, whose values are not the database's; null where none is.
     */
    private @Nullable String transformed() {
        List<String> columns = columns(writers);
        for (TransformedColumn column : tools.rules().columns(table)) {
            if (columns.stream().anyMatch(column.name()::equalsIgnoreCase)) {
                return column.name();
            }
        }
        for (LookUp lookUp : tools.rules().lookUps(table)) {
            if (!tools.rules().columns(lookUp.table()).isEmpty()) {
                return lookUp.table();
            }
        }
        return null;
    }

    private @Nullable WriteBeside untransformed(Statement statement) {
        if (statement instanceof InsertStatement insert) {
            return of(insert.table()) ? ofInsert(insert) : null;
        }
        if (statement instanceof UpdateStatement update) {
            return ofUpdate(update);
        }
        return statement instanceof DeleteStatement delete ? ofDelete(delete) : null;
    }

    /** Why a statement cannot be written beside; null where that is none that is known before. */
    private @Nullable ShardingException refusal(Statement statement) {
        ShardingException within = refusalWithin(statement);
        if (within != null) {
            return within;
        }
        if (statement instanceof InsertStatement insert && of(insert.table()) && isOfQuery(insert)) {
            return new ShardingException(
                    ErrorCode.BESIDE_ROWS_READ, writers.get(0).name(), table);
        }
        if (statement instanceof MergeStatement merge && of(merge.target())) {
            return refusal("a MERGE does not tell which of its rows were there");
        }
        if (statement instanceof DdlStatement definition && definition.kind() == DdlKind.TRUNCATE_TABLE) {
            for (NamedTable named : definition.tables()) {
                if (of(named)) {
                    return refusal("TRUNCATE does not tell its rows; DELETE does");
                }
            }
        }
        return null;
    }

    /** Whether its rows are those of a query, and all new. */
    private static boolean isOfQuery(InsertStatement insert) {
        return insert.source() instanceof QuerySource && insert.upsert() == null && insert.kind() == InsertKind.INSERT;
    }

    /** Those that write beside a table; false where none does. */
    private boolean of(NamedTable named) {
        BoundTable found = named == null ? null : bound.table(named);
        if (found == null) {
            return false;
        }
        table = found.table().name();
        writers = tools.rules().writesBeside(table);
        return !writers.isEmpty();
    }

    /** That of common table expressions that write; null where none does. */
    private @Nullable ShardingException refusalWithin(Statement statement) {
        for (Statement inner : parsed.analysis().all(Statement.class)) {
            if (inner == statement || inner instanceof QueryStatement) {
                continue;
            }
            for (NamedTable named : Tree.all(inner, NamedTable.class)) {
                if (of(named)) {
                    return refusal("it is written within another statement");
                }
            }
        }
        return null;
    }

    private ShardingException refusal(String why) {
        return new ShardingException(
                ErrorCode.BESIDE_VALUE_UNKNOWN, writers.get(0).name(), table, String.join(", ", columns(writers)), why);
    }

    private WriteBeside refused(String why) {
        return WriteBeside.refused(table, writers, refusal(why));
    }

    private static List<String> columns(List<WritesBeside> writers) {
        List<String> columns = new ArrayList<>();
        for (WritesBeside writer : writers) {
            for (String column : writer.columns()) {
                if (columns.stream().noneMatch(column::equalsIgnoreCase)) {
                    columns.add(column);
                }
            }
        }
        return columns;
    }

    // ---- INSERT

    private WriteBeside ofInsert(InsertStatement insert) {
        if (insert.upsert() != null || insert.kind() != InsertKind.INSERT || insert.merge()) {
            return refused("an INSERT that changes, replaces or leaves out rows that are there does not tell which");
        }
        if (!(insert.source() instanceof ValuesSource values)) {
            return refused("the INSERT has no VALUES");
        }
        List<String> named = names(insert);
        if (named == null) {
            return refused("the columns of the table are not known");
        }
        List<String> columns = columns(writers);
        String own = madeByDatabase(insert, columns);
        if (own != null) {
            return refused("the database may make that of " + own);
        }
        List<List<GivenValue>> rows = new ArrayList<>();
        for (int row = 0; row < values.rows().size(); row++) {
            List<GivenValue> made = new ArrayList<>();
            for (String column : columns) {
                GivenValue value = inserted(column, named, values, row);
                if (value == null) {
                    return refused("the INSERT does not tell that of " + column);
                }
                made.add(value);
            }
            rows.add(List.copyOf(made));
        }
        return new WriteBeside(table, writers, columns, null, List.copyOf(rows), null, null, new Variants<>());
    }

    /** A column whose given value may be replaced by the database with one of its own; null where there is none. */
    private @Nullable String madeByDatabase(InsertStatement insert, List<String> columns) {
        BoundTable target = bound.table(insert.table());
        TableSchema schema = target == null ? null : target.schema();
        boolean ignored = insert.overriding() != null && insert.overriding().user();
        for (String column : columns) {
            ColumnSchema known = schema == null ? null : schema.column(column);
            boolean ours =
                    keys != null && keys.own() && keys.generation().column().equalsIgnoreCase(column);
            if (known != null && known.autoIncrement() && (ignored || !ours)) {
                return column;
            }
        }
        return null;
    }

    /** The columns that get a value, in their order; null where they are not known. */
    private @Nullable List<String> names(InsertStatement insert) {
        if (!insert.columns().isEmpty()) {
            return insert.columns().stream().map(column -> column.text()).toList();
        }
        BoundTable target = bound.table(insert.table());
        return target == null || target.schema() == null
                ? null
                : target.schema().columns().stream().map(ColumnSchema::name).toList();
    }

    private @Nullable GivenValue inserted(String column, List<String> named, ValuesSource values, int row) {
        InsertRow inserted = values.rows().get(row);
        GeneratedKeys own =
                keys != null && keys.own() && keys.generation().column().equalsIgnoreCase(column) ? keys : null;
        for (int i = 0; i < named.size(); i++) {
            if (named.get(i).equalsIgnoreCase(column)) {
                if (i >= inserted.values().size()) {
                    return null;
                }
                Expression value = inserted.values().get(i);
                return own != null && !(value instanceof Parameter) && !isGiven(value)
                        ? generated(own, values.rows().size(), row)
                        : value(value);
            }
        }
        return own == null ? null : generated(own, values.rows().size(), row);
    }

    private static boolean isGiven(Expression value) {
        return value instanceof Literal literal && literal.kind() != LiteralKind.NULL;
    }

    /** The key that is appended for a row; null where not each row has one. */
    private @Nullable GivenValue generated(GeneratedKeys own, int rows, int row) {
        int[] slots = own.slots();
        if (slots.length != rows) {
            return null;
        }
        for (int slot : slots) {
            if (slot != GeneratedKeys.APPENDED) {
                return null;
            }
        }
        int position = PlanFacts.parameterCount(parsed) + row;
        return new GivenValue.OfParameter(position);
    }

    // ---- UPDATE, DELETE

    private @Nullable WriteBeside ofUpdate(UpdateStatement update) {
        for (TableReference target : update.targets()) {
            for (NamedTable named : Tree.all(target, NamedTable.class)) {
                if (!of(named)) {
                    continue;
                }
                String computed = computed(named);
                if (computed != null) {
                    return refused("the database computes that of " + computed);
                }
                if (concerns(update)) {
                    return target == named
                                    && update.targets().size() == 1
                                    && update.from().isEmpty()
                            ? ofUpdate(update, named)
                            : refused("the UPDATE is of several tables");
                }
            }
        }
        return null;
    }

    /** A column that somebody asks for and that may change though no UPDATE sets it; null where there is none. */
    private @Nullable String computed(NamedTable named) {
        BoundTable target = bound.table(named);
        TableSchema schema = target == null ? null : target.schema();
        for (String column : columns(writers)) {
            ColumnSchema known = schema == null ? null : schema.column(column);
            if (known != null && known.computed()) {
                return column;
            }
        }
        return null;
    }

    /** Whether it sets a column that somebody asks for, who alone writes beside it. */
    private boolean concerns(UpdateStatement update) {
        writers = writers.stream()
                .filter(writer -> writer.columns().stream().anyMatch(column -> assignment(update, column) != null))
                .toList();
        return !writers.isEmpty();
    }

    private WriteBeside ofUpdate(UpdateStatement update, NamedTable alone) {
        if (update.returning() != null || update.ignore()) {
            return refused("an UPDATE with RETURNING or IGNORE does not tell how many rows it changes");
        }
        String unsettled = unsettled(update.where(), update.limit());
        if (unsettled != null) {
            return refused(unsettled);
        }
        List<String> columns = columns(writers);
        List<GivenValue> set = new ArrayList<>();
        for (String column : columns) {
            Assignment assignment = assignment(update, column);
            if (isSetTwice(update, column)) {
                return refused("the UPDATE sets that of " + column + " twice");
            }
            GivenValue value = assignment == null ? null : assigned(assignment);
            if (assignment != null && value == null) {
                return refused("the UPDATE computes that of " + column);
            }
            set.add(value);
        }
        Query rows = new Query(
                Span.NONE,
                update.with(),
                MadeNodes.select(items(columns), List.of(alone), update.where()),
                update.orderBy(),
                update.limit(),
                List.of());
        return of(columns, rows, set);
    }

    private static @Nullable Assignment assignment(UpdateStatement update, String column) {
        for (Assignment assignment : update.assignments()) {
            if (assignment.columns().stream()
                    .anyMatch(each -> each.name().text().equalsIgnoreCase(column))) {
                return assignment;
            }
        }
        return null;
    }

    private static boolean isSetTwice(UpdateStatement update, String column) {
        return update.assignments().stream()
                        .flatMap(assignment -> assignment.columns().stream())
                        .filter(each -> each.name().text().equalsIgnoreCase(column))
                        .count()
                > 1;
    }

    private @Nullable GivenValue assigned(Assignment assignment) {
        boolean plain = assignment.columns().size() == 1
                && assignment.subscripts().stream().allMatch(String::isEmpty);
        return plain ? value(assignment.value()) : null;
    }

    private @Nullable WriteBeside ofDelete(DeleteStatement delete) {
        for (NamedTable target : delete.targets()) {
            if (!of(target)) {
                continue;
            }
            if (delete.targets().size() != 1 || !delete.from().isEmpty() || delete.joined()) {
                return refused("the DELETE is of several tables");
            }
            if (delete.returning() != null || delete.ignore()) {
                return refused("a DELETE with RETURNING or IGNORE does not tell how many rows it deletes");
            }
            String unsettled = unsettled(delete.where(), delete.limit());
            if (unsettled != null) {
                return refused(unsettled);
            }
            List<String> columns = columns(writers);
            Query rows = new Query(
                    Span.NONE,
                    delete.with(),
                    MadeNodes.select(items(columns), List.of(target), delete.where()),
                    delete.orderBy(),
                    delete.limit(),
                    List.of());
            return of(columns, rows, null);
        }
        return null;
    }

    /**
     * Why rows that were found and locked need not be those that are written; null where each of them still fulfils the
     * condition then, so that they are the same if they are as many.
     */
    private @Nullable String unsettled(@Nullable Clause where, @Nullable Object limit) {
        if (limit != null) {
            return "which rows a LIMIT takes may be others when they are written than when they are found";
        }
        if (where == null) {
            return null;
        }
        if (!Tree.all(where.condition(), Query.class).isEmpty()) {
            return "a subquery may have other rows when the rows are written than when they are found";
        }
        for (FunctionCall call : Tree.all(where.condition(), FunctionCall.class)) {
            if (tools.functions().isVolatile(call) || Functions.isClock(call)) {
                return "a function in its condition may return another value when the rows are written than when they"
                        + " are found";
            }
        }
        return null;
    }

    private List<SelectItem> items(List<String> columns) {
        return columns.stream()
                .map(column -> MadeNodes.item(
                        MadeNodes.column(ColumnNames.of(tools, tools.rules().table(table), column))))
                .toList();
    }

    /** Rows are locked where they are found, if that can be. */
    private WriteBeside of(List<String> columns, Query rows, @Nullable List<GivenValue> set) {
        Query locking = new Query(
                Span.NONE,
                rows.with(),
                rows.body(),
                rows.orderBy(),
                rows.limit(),
                MadeNodes.locking(tools.dialect().writes().lockingClause()));
        NestedStatement find = StepTemplate.of(
                        new QueryStatement(Span.NONE, locking), parsed, NestedPart.WHOLE, tools.parser())
                .fill();
        if (planner.decide(find) instanceof Decision.Refused<?>) {
            return refused("its rows cannot be found and locked by a query");
        }
        return new WriteBeside(table, writers, columns, find, List.of(), set, null, new Variants<>());
    }

    // ---- values

    /** A value as executions know it; null where only the database does. */
    private @Nullable GivenValue value(Expression expression) {
        if (expression instanceof Parameter parameter) {
            return new GivenValue.OfParameter(parameter.index());
        }
        if (step && expression instanceof Cast cast && cast.value() instanceof Parameter parameter) {
            return new GivenValue.OfParameter(parameter.index());
        }
        if (expression instanceof Literal literal && isPlain(literal)) {
            return new GivenValue.OfText(literal.value());
        }
        if (expression instanceof Operation operation
                && operation.operator().equals("-")
                && operation.operands().size() == 1
                && operation.operands().get(0) instanceof Literal literal
                && isPlain(literal)
                && negated(literal.value()) != null) {
            return new GivenValue.OfText(negated(literal.value()));
        }
        return null;
    }

    private static boolean isPlain(Literal literal) {
        return literal.prefix() == null
                && switch (literal.kind()) {
                    case INTEGER, DECIMAL, STRING, BOOLEAN, NULL -> true;
                    default -> false;
                };
    }

    private static @Nullable Object negated(@Nullable Object value) {
        if (value instanceof Long number) {
            return -number;
        }
        if (value instanceof BigInteger number) {
            return number.negate();
        }
        return value instanceof BigDecimal number ? number.negate() : null;
    }
}
