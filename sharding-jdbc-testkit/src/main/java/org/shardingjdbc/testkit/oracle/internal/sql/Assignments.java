package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.draft.Field;
import org.shardingjdbc.testkit.oracle.internal.draft.Pairings;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.draft.Source;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;

/** SET of UPDATE: values that fit into their columns. One for each statement. */
final class Assignments {
    private final RandomDraft draft;
    private final Parts parts;

    Assignments(RandomDraft draft, Parts parts) {
        this.draft = draft;
        this.parts = parts;
    }

    /**
     * One to four assignments.
     *
     * @param target the updated table as the statement names it
     * @param scope what the values may name
     * @param prefix before the assigned columns, empty or the target's name and a dot
     */
    String of(Source target, RandomScope scope, String prefix) {
        List<ColumnModel> able = able(target.table());
        List<String> sets = new ArrayList<>();
        do {
            ColumnModel column = able.isEmpty() ? last(target.table()) : draft.pick(able);
            able.remove(column);
            sets.add(prefix + column.name() + " = " + value(target, scope, column));
        } while (!able.isEmpty() && sets.size() < 4 && draft.chance(35));
        return String.join(", ", sets);
    }

    private static ColumnModel last(TableModel table) {
        return table.columns().get(table.columns().size() - 1);
    }

    /** No keys, and sharding columns now and then. */
    private List<ColumnModel> able(TableModel table) {
        boolean moving = draft.chance(15);
        boolean keys = draft.chance(2);
        List<ColumnModel> able = new ArrayList<>();
        for (ColumnModel column : table.columns()) {
            boolean sharding = table.shardingColumns().contains(column.name());
            boolean key = table.primaryKey().contains(column.name());
            if ((!sharding || moving) && (!key || keys || sharding)) {
                able.add(column);
            }
        }
        return able;
    }

    /** A value that depends on no row. */
    String constant(ColumnModel column) {
        return parts.literals().written(parts.from().field(column));
    }

    private String value(Source target, RandomScope scope, ColumnModel column) {
        Field field = target.field(column.name());
        String own = scope.reference(new RandomScope.Column(target, field)).sql();
        boolean sharding = target.table().shardingColumns().contains(column.name());
        if (sharding && draft.chance(35)) {
            return own;
        }
        return switch (draft.weighted(55, 20, 8, 7, 6, 4)) {
            case 1 -> changed(field, own);
            case 2 ->
                "CASE WHEN " + parts.predicates().simple(scope).sql() + " THEN "
                        + draft.literally(() -> parts.literals().like(field)) + " ELSE " + own + " END";
            case 3 ->
                "COALESCE(" + own + ", "
                        + draft.literally(() -> parts.literals().like(field)) + ")";
            case 4 -> greatest(target, column, own);
            case 5 -> column.nullable() ? draft.pick("NULL", "DEFAULT") : constant(column);
            default -> constant(column);
        };
    }

    private String changed(Field field, String own) {
        boolean small = field.bound() <= 100_000;
        return switch (field.type()) {
            case INTEGER -> small ? own + draft.pick(" + 1", " - 1") : own;
            case DECIMAL -> small ? own + draft.pick(" + 1", " - 0.5") : own;
            case TEXT -> draft.pick("UPPER(", "LOWER(", "TRIM(") + own + ")";
            case BOOLEAN -> "NOT " + own;
            default -> constant(field.model());
        };
    }

    /** From a query over a table that has such a column, perhaps the same one. */
    private String greatest(Source target, ColumnModel column, String own) {
        TableModel table = parts.from().table();
        List<ColumnModel> alike = table.columns().stream()
                .filter(c -> c.kind() == column.kind() && c.type().equals(column.type()))
                .filter(
                        c -> RandomAggregates.minable(
                                        new RandomScope(List.of(parts.from().source(target.table(), "x")), true, null))
                                .stream()
                                .anyMatch(m -> m.field().model().equals(column)))
                .toList();
        if (alike.isEmpty()) {
            return own;
        }
        Source source = parts.from().source(table, draft.alias(table.name()));
        RandomScope scope = new RandomScope(List.of(source), true, null);
        String name = draft.pick(alike).name();
        String where =
                draft.chance(60) ? " WHERE " + parts.predicates().simple(scope).sql() : "";
        List<Pairings.Pair> pairs = new Pairings(draft).equalities(target, source, false);
        if (!pairs.isEmpty() && draft.chance(50)) {
            where += (where.isEmpty() ? " WHERE " : " AND ") + Pairings.text(target, source, pairs);
        }
        String sql = "(SELECT MAX(" + source.name() + "." + name + ") FROM " + table.name() + " " + source.name()
                + where + ")";
        return column.nullable() ? sql : "COALESCE(" + sql + ", " + own + ")";
    }
}
