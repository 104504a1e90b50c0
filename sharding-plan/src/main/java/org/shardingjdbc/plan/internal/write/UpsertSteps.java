package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.InsertKind;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Upsert;
import org.shardingjdbc.parser.internal.ast.InsertStatement.UpsertKind;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.ChooseSteps;
import org.shardingjdbc.plan.internal.operator.LookUpKeys;
import org.shardingjdbc.plan.internal.operator.StepChoice;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/** The steps of an INSERT whose unique keys are looked up on all data nodes. One per statement; not thread-safe. */
final class UpsertSteps {
    private final StepSource source;
    private final ParsedSql parsed;
    private final InsertStatement insert;
    private final PartitionedTable table;
    private final TableSchema schema;
    /** Where the values of the sharding columns stand in each row. */
    private final List<Integer> shardingPositions = new ArrayList<>();

    private UpsertSteps(
            StepSource source, ParsedSql parsed, InsertStatement insert, PartitionedTable table, TableSchema schema) {
        this.source = source;
        this.parsed = parsed;
        this.insert = insert;
        this.table = table;
        this.schema = schema;
    }

    /** Those that do the same. */
    static ChooseSteps plan(StepSource source, ParsedSql parsed, InsertStatement insert) {
        LogicTable ruled = source.ruledTable(parsed, insert.table());
        PartitionedTable table = ruled == null ? null : ruled.partitioning();
        TableSchema schema = table == null ? null : source.catalog().table(table);
        return table == null || schema == null
                ? ChooseSteps.NONE
                : new UpsertSteps(source, parsed, insert, table, schema).plan();
    }

    private ChooseSteps plan() {
        boolean plain = insert.with() == null
                && insert.source() instanceof ValuesSource
                && table.placedByColumns()
                && !table.shardingColumns().isEmpty()
                && !table.placesNulls()
                // MERGE INTO ... KEY updates what is there, by columns that are no key of the table
                && !(source.dialect().writes().replacesByNamedColumns() && insert.kind() == InsertKind.REPLACE);
        UpsertUniqueKeys keys = plain ? UpsertUniqueKeys.of(source, parsed, insert, table, schema) : null;
        if (keys == null) {
            return ChooseSteps.NONE;
        }
        for (String column : table.shardingColumns()) {
            int position = keys.constantPosition(column);
            if (position < 0 && !keys.keys().isEmpty()) {
                // values that tell the data node are found first
                return EvaluatedInsert.plan(source, parsed, insert, false).where(keys);
            }
            shardingPositions.add(position);
        }
        return ChooseSteps.of(List.of(new StepChoice.OnAnswers(lookingUp(keys), List.of())))
                .where(keys);
    }

    private LookUpKeys lookingUp(UpsertUniqueKeys keys) {
        List<LookUpKeys.Row> rows = new ArrayList<>();
        for (InsertRow row : ((ValuesSource) insert.source()).rows()) {
            rows.add(row(row, keys));
        }
        Upsert upsert = insert.upsert();
        boolean eachOnce = rows.size() > 1 && upsert != null && upsert.kind() == UpsertKind.CONFLICT_UPDATE;
        return new LookUpKeys(
                table.name(),
                rows,
                routeQuery(),
                table.shardingColumns().size(),
                eachOnce,
                notElsewhere(),
                source.returned(parsed, insert.returning(), insert.table()));
    }

    private LookUpKeys.Row row(InsertRow row, UpsertUniqueKeys keys) {
        NestedStatement home = writing(row, false).fill();
        if (keys.keys().isEmpty()) {
            return new LookUpKeys.Row(null, null, home, null, null, null);
        }
        List<String> columns = found(keys);
        List<Locking> locking = MadeNodes.locking(source.dialect().writes().lockingClause());
        Expression given = keys.condition(row, List.of());
        NestedStatement asked = selecting(columns, List.of(given), List.of()).fill();
        source.planner().plan(asked);
        NestedStatement now = selecting(columns, List.of(keys.condition(row, List.of())), locking)
                .fill();
        if (insert.kind() == InsertKind.REPLACE) {
            return new LookUpKeys.Row(asked, now, home, null, null, deleting(atFound(given)));
        }
        boolean updates = insert.upsert() != null && insert.upsert().kind() != UpsertKind.CONFLICT_NOTHING;
        if (!updates) {
            return new LookUpKeys.Row(asked, now, home, null, null, null);
        }
        StepTemplate lock = selecting(columns, atFound(keys.condition(row, shardingPositions)), locking);
        return new LookUpKeys.Row(asked, now, home, lock, writing(row, true), null);
    }

    /** The sharding columns, then those of the keys, each once. */
    private List<String> found(UpsertUniqueKeys keys) {
        Set<String> columns = new LinkedHashSet<>();
        table.shardingColumns().forEach(column -> columns.add(stored(column)));
        keys.keys().forEach(key -> key.forEach(column -> columns.add(stored(column))));
        return new ArrayList<>(columns);
    }

    private String stored(String column) {
        ColumnSchema known = schema.column(column);
        return known == null ? column : known.name();
    }

    private StepTemplate selecting(List<String> columns, List<Expression> conditions, List<Locking> locking) {
        List<SelectItem> items = new ArrayList<>();
        columns.forEach(column ->
                items.add(MadeNodes.item(MadeNodes.column(source.names().columnName(column)))));
        Select rows = MadeNodes.select(items, List.of(insert.table()), MadeNodes.where(conditions));
        return source.template(MadeNodes.statement(rows, null, locking), parsed);
    }

    private StepTemplate deleting(List<Expression> conditions) {
        DeleteStatement delete = new DeleteStatement(
                Span.NONE,
                null,
                List.of(insert.table()),
                List.of(),
                MadeNodes.where(conditions),
                null,
                null,
                null,
                false,
                false,
                List.of(),
                "");
        return source.template(delete, parsed);
    }

    /** A condition, and that a row is where the found one is. */
    private List<Expression> atFound(Expression condition) {
        List<Expression> conditions = new ArrayList<>();
        conditions.add(condition);
        List<String> columns = table.shardingColumns();
        for (int i = 0; i < columns.size(); i++) {
            conditions.add(MadeNodes.equal(
                    MadeNodes.column(source.names().columnName(stored(columns.get(i)))), StepTemplate.own(i)));
        }
        return conditions;
    }

    /** The statement with that row only; {@code atFound} with the sharding values of the found one. */
    private StepTemplate writing(InsertRow row, boolean atFound) {
        List<Expression> values = new ArrayList<>(row.values());
        for (int i = 0; atFound && i < values.size(); i++) {
            int column = shardingPositions.indexOf(i);
            if (column >= 0) {
                values.set(i, StepTemplate.own(column));
            }
        }
        InsertRow only = new InsertRow(Span.NONE, values, row.keyword());
        return StepTemplate.of(
                MadeNodes.insert(insert, new ValuesSource(Span.NONE, List.of(only))),
                parsed,
                NestedPart.KEYS_LOOKED_UP,
                source.tools().parser());
    }

    private NestedStatement routeQuery() {
        List<Expression> conditions = new ArrayList<>();
        List<String> columns = table.shardingColumns();
        for (int i = 0; i < columns.size(); i++) {
            conditions.add(MadeNodes.equal(
                    MadeNodes.column(source.names().columnName(stored(columns.get(i)))), StepTemplate.own(i)));
        }
        Select one = MadeNodes.select(
                List.of(MadeNodes.item(MadeNodes.integer(1))),
                List.of(MadeNodes.table(insert.table().name())),
                MadeNodes.where(conditions));
        return source.template(MadeNodes.statement(one, null, List.of()), parsed)
                .fill();
    }

    /** What is said of the inserted row's sharding columns would be said of the found row's. */
    private @Nullable ShardingException notElsewhere() {
        if (insert.upsert() == null) {
            return null;
        }
        List<ColumnReference> references = new ArrayList<>();
        insert.upsert().assignments().forEach(each -> references.addAll(Tree.all(each, ColumnReference.class)));
        if (insert.upsert().where() != null) {
            references.addAll(Tree.all(insert.upsert().where(), ColumnReference.class));
        }
        for (ColumnReference reference : references) {
            String name = reference.name().text();
            if (table.shardingColumns().stream().anyMatch(name::equalsIgnoreCase)) {
                return new SourcePositions(parsed.sql())
                        .refuseAt(ErrorCode.UPSERT_CHANGES_SHARDING_COLUMN, reference, name, table.name());
            }
        }
        return null;
    }
}
