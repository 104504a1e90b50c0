package org.shardingjdbc.plan.internal.write;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.ColumnReference;
import org.shardingjdbc.parser.internal.ast.CommonTable;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.StepTemplate;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteByKey;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** The steps of an UPDATE or DELETE whose rows must be found first. One per statement; not thread-safe. */
final class KeyedSteps {
    /** Types whose values of expressions are stored as they are computed. */
    private static final Set<Integer> KEPT = Set.of(
            Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.DECIMAL, Types.DOUBLE, Types.VARCHAR);

    private final StepSource source;
    private final ParsedSql parsed;
    private final UpdateStatement update;
    private final DeleteStatement delete;
    private WrittenTable table;

    KeyedSteps(StepSource source, ParsedSql parsed) {
        this.source = source;
        this.parsed = parsed;
        this.update = parsed.statement() instanceof UpdateStatement given ? given : null;
        this.delete = parsed.statement() instanceof DeleteStatement given ? given : null;
    }

    /** @return refused when there are none that do the same, or would be if its table had a key */
    Decision<SteppedExecution> find(Object[] parameters, ShardingException refusal) {
        BoundStatement bound = source.bind(parsed);
        With with = update == null ? delete.with() : update.with();
        table = bound == null || writes(with) ? null : WrittenTable.of(source, parsed, bound);
        if (table == null || !returnsOwnRow()) {
            return new Decision.Refused<>(refusal);
        }
        if (table.schema().primaryKey().isEmpty()) {
            ShardingException withoutKey = new SourcePositions(parsed.sql())
                    .refuseAt(
                            ErrorCode.WRITE_WITHOUT_KEY,
                            parsed.statement(),
                            table.table().table().name());
            WrittenTable placed = isPlaced() ? table.placed(source.dialect(), source.names()) : null;
            if (placed == null) {
                return new Decision.Refused<>(withoutKey);
            }
            table = placed;
            return Decision.of(byKey(parameters, withoutKey), withoutKey);
        }
        return Decision.of(byKey(parameters, null), refusal);
    }

    /**
     * Whether its rows may be told apart without a primary key: of one table, without the statement's asking for it.
     */
    private boolean isPlaced() {
        // values that are equal are on one data node, where a row is told from others
        boolean sharded = table.table().table() instanceof PartitionedTable partitioned
                && !partitioned.shardingColumns().isEmpty()
                && partitioned.shardingColumns().stream()
                        .allMatch(column -> table.bound().hasExactEquality(table.table(), column));
        return sharded
                && table.alone()
                && table.ignore().isEmpty()
                && !Tree.any(
                        parsed.statement(),
                        node -> node instanceof ColumnReference place
                                && Functions.isRowPlace(place.name().text()))
                && (update == null || !assignsUniqueKeys());
    }

    /** Whether rows might meet each other on their way, which depends on the order that databases choose. */
    private boolean assignsUniqueKeys() {
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
     * Finds the rows by their key.
     *
     * @param withoutKey why no row is written that has none; null where all have one
     * @return null when there are none that do the same
     */
    private SteppedExecution byKey(Object[] parameters, ShardingException withoutKey) {
        if (table.table().table() instanceof PartitionedTable sharded && !sharded.placedByColumns()) {
            return null;
        }
        AssignedValues assigned = update == null ? AssignedValues.NONE : AssignedValues.of(source, table, update);
        if (assigned == null || table.places() > 0 && !storesAlike(assigned)) {
            return null;
        }
        NestedStatement find = finding(assigned, parameters);
        if (find == null) {
            return null;
        }
        KeyedWriteTexts texts = new KeyedWriteTexts(source, table);
        return new WriteByKey(
                table.table().table().name(),
                find,
                table.keys().size(),
                table.places(),
                table.places() > 0 ? texts.routeQuery() : null,
                withoutKey,
                assigned.newKeys(),
                update == null ? texts.delete(returning()) : texts.update(assigned, returning()),
                source.returned(parsed, returning(), table.node()),
                assigned.newKeys().isEmpty() ? null : texts.move(assigned, returning()));
    }

    /**
     * Whether what is found is stored as it would be where it is computed: MySQL makes something else of some types.
     */
    private boolean storesAlike(AssignedValues assigned) {
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

    private NestedStatement finding(AssignedValues assigned, Object[] parameters) {
        if (table.places() > 0) {
            NestedStatement locking = finding(assigned, true);
            return source.answers(locking, parameters, false) ? locking : null;
        }
        if (table.alone()) {
            NestedStatement locking = finding(assigned, true);
            if (source.answers(locking, parameters, false)) {
                return locking;
            }
        }
        NestedStatement plain = finding(assigned, false);
        return source.answers(plain, parameters, true) ? plain : null;
    }

    private NestedStatement finding(AssignedValues assigned, boolean locking) {
        StepTemplate.Builder text = new StepTemplate.Builder(parsed);
        if (table.places() > 0) {
            text.as(NestedPart.ROW_PLACES);
        }
        With with = update == null ? delete.with() : update.with();
        if (with != null) {
            text.copy(with.span()).text(" ");
        }
        text.text("SELECT ");
        String separator = "";
        for (int i = 0; i < table.keys().size(); i++) {
            text.text(separator).text(table.qualifiedKey(i, source.dialect(), source.names()));
            separator = ", ";
        }
        for (int i = 0; i < assigned.found().size(); i++) {
            Integer key = i < assigned.newKeys().size() ? assigned.newKeys().get(i) : null;
            String column = key == null ? null : table.keys().get(key);
            source.addFound(
                    text.text(", "),
                    assigned.found().get(i),
                    column == null ? null : table.schema().column(column));
        }
        text.text(" FROM ");
        from(text);
        Node where = update == null ? delete.where() : update.where();
        OrderBy orderBy = update == null ? delete.orderBy() : update.orderBy();
        Limit limit = update == null ? delete.limit() : update.limit();
        for (Node clause : new Node[] {where, orderBy, limit}) {
            if (clause != null) {
                text.text(" ").copy(clause.span());
            }
        }
        return text.text(locking ? source.dialect().writes().lockingClause() : "")
                .build()
                .fill();
    }

    private void from(StepTemplate.Builder text) {
        List<TableReference> tables = new ArrayList<>();
        if (update != null) {
            tables.addAll(update.targets());
            tables.addAll(update.from());
        } else {
            boolean repeated = !source.dialect().writes().aliasesDeleteTargets()
                    && !delete.from().isEmpty();
            if (!repeated) {
                tables.addAll(delete.targets());
            }
            tables.addAll(delete.from());
        }
        for (int i = 0; i < tables.size(); i++) {
            Span span = tables.get(i).span();
            text.text(i == 0 ? "" : ", ").copy(span);
        }
    }

    private Returning returning() {
        return update == null ? delete.returning() : update.returning();
    }

    /** What is returned must be had from the row alone, when it is written by its key. */
    private boolean returnsOwnRow() {
        Returning returning = returning();
        if (returning == null || table.alone()) {
            return true;
        }
        boolean stars = returning.items().stream().anyMatch(StarItem.class::isInstance);
        return !stars && table.isOfRow(returning);
    }

    private static boolean writes(With with) {
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
