package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.draft.Field;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** Rows to be written: keys that are new or not, and values that fit. One for each statement. */
final class RandomRows {
    private final RandomDraft draft;
    private final Parts parts;
    /** Where new keys start: so many that two statements hardly meet. */
    private final int start;

    private int made;

    RandomRows(RandomDraft draft, Parts parts) {
        this.draft = draft;
        this.parts = parts;
        this.start = draft.next(20_000);
    }

    Field field(ColumnModel column) {
        return parts.from().field(column);
    }

    /** The columns that an INSERT names: all that must be there, and most others. */
    List<ColumnModel> columns(TableModel table) {
        List<ColumnModel> columns = new ArrayList<>();
        for (ColumnModel column : table.columns()) {
            boolean needed = !column.nullable()
                    || table.primaryKey().contains(column.name())
                    || table.shardingColumns().contains(column.name());
            if (needed || draft.chance(70)) {
                columns.add(column);
            }
        }
        return columns;
    }

    /** One row of values; with a key that is new as far as can be, or with one like those that are there. */
    List<String> values(TableModel table, List<ColumnModel> columns, boolean newKey) {
        ColumnModel fresh = newKey ? fresh(table) : null;
        List<String> values = new ArrayList<>();
        for (ColumnModel column : columns) {
            values.add(column.equals(fresh) ? unused(column) : value(table, column));
        }
        made++;
        return values;
    }

    private String value(TableModel table, ColumnModel column) {
        Field field = field(column);
        if (table.primaryKey().contains(column.name())
                || table.shardingColumns().contains(column.name())) {
            return parts.literals().like(field);
        }
        if (column.nullable() && draft.chance(3)) {
            return "DEFAULT";
        }
        if (draft.chance(8)) {
            return computed(field);
        }
        return parts.literals().written(field);
    }

    /** A value that is an expression. */
    private String computed(Field field) {
        return switch (field.type()) {
            case INTEGER -> draft.pick("1 + 2", "ABS(-7)", "10 - 3 * 2");
            case DECIMAL -> draft.pick("1.5 * 2", "ROUND(2.345, 1)");
            case TEXT -> draft.pick("UPPER('b')", "CONCAT('a', 'b')", "LOWER('X')");
            case DATE -> "CAST('2024-02-03' AS DATE)";
            default -> parts.literals().like(field);
        };
    }

    /** The key column that makes a row new: rather not a sharding column; null where none can be counted up. */
    ColumnModel fresh(TableModel table) {
        ColumnModel best = null;
        for (String name : table.primaryKey()) {
            ColumnModel column = table.column(name);
            boolean able = ValueType.of(column.kind()) == ValueType.INTEGER
                    || column.kind() == ColumnKind.TEXT
                    || column.kind() == ColumnKind.UUID;
            if (able && (best == null || table.shardingColumns().contains(best.name()))) {
                best = column;
            }
        }
        return best;
    }

    /** How far away the next new numbers are. */
    int offset() {
        return 10_000 + start;
    }

    private String unused(ColumnModel column) {
        int number = offset() + made;
        if (column.kind() == ColumnKind.UUID) {
            return String.format("'00000000-0000-4000-8000-%012d'", number);
        }
        if (column.kind() == ColumnKind.TEXT) {
            String text = "k" + number;
            return draft.wantsParameter() ? draft.parameter(text) : "'" + text + "'";
        }
        return draft.wantsParameter() ? draft.parameter((long) number) : Integer.toString(number);
    }

    static String names(List<ColumnModel> columns) {
        return String.join(", ", columns.stream().map(ColumnModel::name).toList());
    }

    static String row(List<String> values) {
        return "(" + String.join(", ", values) + ")";
    }
}
