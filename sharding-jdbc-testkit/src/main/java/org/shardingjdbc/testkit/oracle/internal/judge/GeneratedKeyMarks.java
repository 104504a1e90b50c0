package org.shardingjdbc.testkit.oracle.internal.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.Outcome;
import org.shardingjdbc.testkit.compare.ResultColumn;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;

/**
 * Puts a mark in the place of each value that the database or a key generator has made, in rows and among the generated
 * keys of an INSERT: which values they are is by chance, that they are there is not.
 *
 * <p>PostgreSQL's driver calls the type of such a column bigserial when it is read from its table, int8 elsewhere.
 * MariaDB's shows its keys under a name of its own, where a key generator's have that of their column, and of the rows
 * of a statement the first one's only, which is one for each data node. Immutable.
 */
final class GeneratedKeyMarks {
    private final List<String> names;
    private final boolean ofDriver;
    private final boolean firstOnly;

    GeneratedKeyMarks(SchemaModel schema) {
        names = schema.tables().stream()
                .map(TableModel::generated)
                .filter(Objects::nonNull)
                .toList();
        // the drivers count on from the first key and know no columns
        firstOnly = schema.kind() == DatabaseKind.MARIADB;
        ofDriver = firstOnly || schema.kind() == DatabaseKind.MYSQL;
    }

    Outcome hide(Outcome outcome, String sql) {
        if (names.isEmpty()) {
            return outcome;
        }
        if (outcome instanceof Outcome.Rows rows) {
            return hide(rows, false);
        }
        if (outcome instanceof Outcome.Count count && count.keys() != null) {
            return ofDriver && isCountedOn(sql)
                    ? new Outcome.Count(count.count(), null)
                    : new Outcome.Count(count.count(), first(hide(count.keys(), ofDriver)));
        }
        return outcome;
    }

    private Outcome.Rows first(Outcome.Rows keys) {
        return firstOnly && keys.rows().size() > 1
                ? new Outcome.Rows(keys.columns(), keys.rows().subList(0, 1))
                : keys;
    }

    /** Where a driver counts on though not every row was inserted. */
    private static boolean isCountedOn(String sql) {
        return sql.contains(" ON DUPLICATE ") || sql.contains("IGNORE") || sql.contains("SELECT");
    }

    private Outcome.Rows hide(Outcome.Rows rows, boolean all) {
        List<List<Object>> hidden = new ArrayList<>();
        for (List<Object> row : rows.rows()) {
            List<Object> values = new ArrayList<>(row);
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i) != null && (all || isMade(rows.columns().get(i)))) {
                    values.set(i, "made");
                }
            }
            hidden.add(values);
        }
        return new Outcome.Rows(
                rows.columns().stream()
                        .map(column -> all || isMade(column) ? unnamed(column, all) : column)
                        .toList(),
                hidden);
    }

    /** @param ofDriver whether the class is the driver's choice too: MariaDB's tells its keys as BigInteger */
    private static ResultColumn unnamed(ResultColumn column, boolean ofDriver) {
        return new ResultColumn(
                "made",
                column.jdbcType(),
                "made",
                ofDriver ? "made" : column.className(),
                column.precision(),
                column.scale(),
                column.nullable());
    }

    private boolean isMade(ResultColumn column) {
        return names.stream().anyMatch(column.label()::equalsIgnoreCase);
    }
}
