package org.shardingjdbc.plan.internal.write;

import java.sql.Types;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.StepChoice;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteByKey;
import org.shardingjdbc.plan.internal.operator.WriteTablesByKey;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** The steps of an UPDATE or DELETE whose rows must be found first. One per statement; not thread-safe. */
final class KeyedSteps {
    /** Types whose values of expressions are stored as they are computed. */
    private static final Set<Integer> KEPT = Set.of(
            Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.DECIMAL, Types.DOUBLE, Types.VARCHAR);

    private final StepSource source;
    private final ParsedSql parsed;
    /** Null of a DELETE. */
    private final @Nullable UpdateStatement update;

    private final Clauses clauses;
    private List<WrittenTable> tables = List.of();

    /** What an UPDATE and a DELETE have in common. */
    private record Clauses(
            @Nullable With with,
            @Nullable Clause where,
            @Nullable OrderBy orderBy,
            @Nullable Limit limit,
            @Nullable Returning returning) {
        static Clauses of(UpdateStatement update) {
            return new Clauses(update.with(), update.where(), update.orderBy(), update.limit(), update.returning());
        }

        static Clauses of(DeleteStatement delete) {
            return new Clauses(delete.with(), delete.where(), delete.orderBy(), delete.limit(), delete.returning());
        }
    }

    KeyedSteps(StepSource source, ParsedSql parsed) {
        this.source = source;
        this.parsed = parsed;
        this.update = parsed.statement() instanceof UpdateStatement given ? given : null;
        this.clauses = update == null ? Clauses.of((DeleteStatement) parsed.statement()) : Clauses.of(update);
    }

    /** Those that do the same; none where there are none, or would be if its tables had keys. */
    ChooseSteps plan() {
        BoundStatement bound = source.bind(parsed);
        if (bound == null || writes(clauses.with)) {
            return ChooseSteps.NONE;
        }
        tables = WrittenTable.of(source, parsed, bound);
        if (tables.isEmpty() || !returnsOwnRow() || tables.size() > 1 && !isApart(bound)) {
            return ChooseSteps.NONE;
        }
        for (WrittenTable table : tables) {
            if (table.schema().primaryKey().isEmpty()) {
                return placed(table);
            }
        }
        return ChooseSteps.of(byKey(null));
    }

    /** The steps where that table has no primary key: its rows are told apart otherwise, if it is the only one. */
    private ChooseSteps placed(WrittenTable table) {
        ShardingException withoutKey = new SourcePositions(parsed.sql())
                .refuseAt(
                        ErrorCode.WRITE_WITHOUT_KEY,
                        parsed.statement(),
                        table.table().table().name());
        WrittenTable placed =
                tables.size() == 1 && isPlaced(table) ? table.placed(source.dialect(), source.names()) : null;
        if (placed == null) {
            return ChooseSteps.NONE.instead(withoutKey);
        }
        tables = List.of(placed);
        return ChooseSteps.of(byKey(withoutKey)).instead(withoutKey);
    }

    /**
     * Whether its rows may be told apart without a primary key: of one table, without the statement's asking for it.
     */
    private boolean isPlaced(WrittenTable table) {
        // values that are equal are on one data node, where a row is told from others
        List<String> columns = table.table().table().shardingColumns();
        boolean sharded = !columns.isEmpty()
                && columns.stream().allMatch(column -> table.bound().hasExactEquality(table.table(), column));
        return sharded
                && table.alone()
                && !table.ignores()
                && !parsed.analysis()
                        .any(node -> node instanceof ColumnReference place
                                && Functions.isRowPlace(place.name().text()))
                && (update == null || !assignsUniqueKeys(table, update));
    }

    /** Whether rows might meet each other on their way, which depends on the order that databases choose. */
    private boolean assignsUniqueKeys(WrittenTable table, UpdateStatement update) {
        List<List<String>> keys =
                source.catalog().uniqueKeys(table.table().table().name());
        if (keys == null) {
            return true;
        }
        for (Assignment assignment : update.assignments()) {
            for (ColumnReference column : assignment.columns()) {
                String name = column.name().text();
                if (keys.stream().anyMatch(key -> key.stream().anyMatch(name::equalsIgnoreCase))) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Of several tables: whether no value reads what is set in another one of them, for databases do not say which is
     * written first. An order and a limit of their rows is none of a row of each table.
     */
    private boolean isApart(BoundStatement bound) {
        if (clauses.orderBy != null || clauses.limit != null || clauses.returning != null) {
            return false;
        }
        Set<ColumnOrigin> set = new HashSet<>();
        List<Assignment> assignments = update == null ? List.of() : update.assignments();
        for (Assignment assignment : assignments) {
            assignment.columns().forEach(column -> set.add(bound.origin(column)));
        }
        for (Assignment assignment : assignments) {
            BoundTable own = tableOf(bound.origin(assignment.columns().get(0)));
            for (ColumnReference read : Tree.all(assignment.value(), ColumnReference.class)) {
                ColumnOrigin origin = bound.origin(read);
                if (set.contains(origin) && tableOf(origin) != own) {
                    return false;
                }
            }
        }
        return true;
    }

    private static @Nullable BoundTable tableOf(ColumnOrigin origin) {
        return origin instanceof ColumnOrigin.OfTable known ? known.table() : null;
    }

    /**
     * Finds the rows by their keys.
     *
     * @param withoutKey why no row is written that has none; null where all have one
     * @return empty when there are none that do the same
     */
    private List<StepChoice> byKey(@Nullable ShardingException withoutKey) {
        List<AssignedValues> assigned = new ArrayList<>();
        for (WrittenTable table : tables) {
            boolean placed = table.table().table().placedByColumns();
            AssignedValues values =
                    !placed ? null : update == null ? AssignedValues.NONE : AssignedValues.of(source, table, update);
            if (values == null || table.places() > 0 && !storesAlike(table, values)) {
                return List.of();
            }
            assigned.add(values);
        }
        List<StepChoice> all = new ArrayList<>();
        // rows of one table are locked where they are found in one step
        if (tables.size() == 1 && tables.get(0).alone()) {
            NestedStatement locking = finding(assigned, true);
            all.add(source.onAnswer(steps(assigned, locking, withoutKey), locking, false));
        }
        if (!isPlaced()) {
            NestedStatement plain = finding(assigned, false);
            all.add(source.onAnswer(steps(assigned, plain, withoutKey), plain, true));
        }
        return all;
    }

    private SteppedExecution steps(
            List<AssignedValues> assigned, NestedStatement find, @Nullable ShardingException withoutKey) {
        if (tables.size() == 1) {
            return write(tables.get(0), assigned.get(0), find, withoutKey);
        }
        List<WriteTablesByKey.Part> parts = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < tables.size(); i++) {
            int to =
                    from + tables.get(i).keys().size() + assigned.get(i).found().size();
            parts.add(new WriteTablesByKey.Part(from, to, write(tables.get(i), assigned.get(i), find, null)));
            from = to;
        }
        return new WriteTablesByKey(find, parts);
    }

    private WriteByKey write(
            WrittenTable table, AssignedValues assigned, NestedStatement find, @Nullable ShardingException withoutKey) {
        KeyedWrites writes = new KeyedWrites(source, table);
        return new WriteByKey(
                table.table().table().name(),
                find,
                table.keys().size(),
                table.places(),
                table.places() > 0 ? writes.routeQuery() : null,
                withoutKey,
                assigned.newKeys(),
                update == null ? writes.delete(clauses.returning) : writes.update(assigned, clauses.returning),
                source.returned(parsed, clauses.returning, table.node()),
                assigned.newKeys().isEmpty() ? null : writes.move(assigned, clauses.returning));
    }

    /**
     * Whether what is found is stored as it would be where it is computed: MySQL makes something else of some types.
     */
    private boolean storesAlike(WrittenTable table, AssignedValues assigned) {
        if (!source.dialect().writes().storesParametersOtherwise()) {
            return true;
        }
        for (AssignedValues.One one : assigned.all()) {
            ColumnSchema column = table.schema().column(one.column().name().text());
            if (one.found() >= 0 && (column == null || !KEPT.contains(column.jdbcType()))) {
                return false;
            }
        }
        return true;
    }

    private boolean isPlaced() {
        return tables.get(0).places() > 0;
    }

    private NestedStatement finding(List<AssignedValues> assigned, boolean locking) {
        List<SelectItem> items = new ArrayList<>();
        for (int i = 0; i < tables.size(); i++) {
            addColumns(items, tables.get(i), assigned.get(i));
        }
        Query query = new Query(
                Span.NONE,
                clauses.with,
                MadeNodes.select(items, from(), clauses.where),
                clauses.orderBy,
                clauses.limit,
                locking ? MadeNodes.locking(source.dialect().writes().lockingClause()) : List.of());
        return StepTemplate.of(
                        new QueryStatement(Span.NONE, query),
                        parsed,
                        isPlaced() ? NestedPart.ROW_PLACES : NestedPart.WHOLE,
                        source.tools().parser())
                .fill();
    }

    private void addColumns(List<SelectItem> items, WrittenTable table, AssignedValues assigned) {
        for (int i = 0; i < table.keys().size(); i++) {
            items.add(MadeNodes.item(table.qualifiedKey(i, source)));
        }
        for (int i = 0; i < assigned.found().size(); i++) {
            Integer key = i < assigned.newKeys().size() ? assigned.newKeys().get(i) : null;
            String column = key == null ? null : table.keys().get(key);
            items.add(MadeNodes.item(source.found(
                    assigned.found().get(i),
                    column == null ? null : table.schema().column(column))));
        }
    }

    /** The tables that the statement reads. */
    private List<TableReference> from() {
        List<TableReference> read = new ArrayList<>();
        if (update != null) {
            read.addAll(update.targets());
            read.addAll(update.from());
            return read;
        }
        DeleteStatement delete = (DeleteStatement) parsed.statement();
        boolean repeated = !source.dialect().writes().aliasesDeleteTargets()
                && !delete.from().isEmpty();
        if (!repeated) {
            read.addAll(delete.targets());
        }
        read.addAll(delete.from());
        return read;
    }

    /** What is returned must be had from the row alone, when it is written by its key. */
    private boolean returnsOwnRow() {
        Returning returning = clauses.returning;
        if (returning == null || tables.get(0).alone()) {
            return true;
        }
        boolean stars = returning.items().stream().anyMatch(StarItem.class::isInstance);
        return !stars && tables.get(0).isOfRow(returning);
    }

    private static boolean writes(@Nullable With with) {
        if (with != null) {
            for (CommonTable table : with.tables()) {
                if (!(table.statement() instanceof QueryStatement)) {
                    return true;
                }
            }
        }
        return false;
    }
}
