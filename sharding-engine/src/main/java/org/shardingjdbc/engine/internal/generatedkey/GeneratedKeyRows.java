package org.shardingjdbc.engine.internal.generatedkey;

import java.sql.JDBCType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.result.LocalColumn;
import org.shardingjdbc.engine.internal.result.LocalRows;
import org.shardingjdbc.plan.internal.fact.ColumnValues;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/** Generated keys, read out of the drivers so that the shards' statements can go. Not thread-safe. */
public final class GeneratedKeyRows {
    private final List<LocalColumn> columns;
    private final List<Object[]> rows;

    private GeneratedKeyRows(List<LocalColumn> columns, List<Object[]> rows) {
        this.columns = columns;
        this.rows = rows;
    }

    /** No keys, of which nothing is known. */
    public static GeneratedKeyRows none() {
        return new GeneratedKeyRows(List.of(new LocalColumn("GENERATED_KEY", JDBCType.BIGINT)), new ArrayList<>());
    }

    /** Rows as they are. */
    public static GeneratedKeyRows of(List<LocalColumn> columns, List<Object[]> rows) {
        return new GeneratedKeyRows(columns, rows);
    }

    /** Keys that a generator made, one for each row. */
    public static GeneratedKeyRows made(String column, Object[] keys) {
        List<Object[]> rows = new ArrayList<>(keys.length);
        for (Object key : keys) {
            rows.add(new Object[] {key});
        }
        JDBCType type = keys.length > 0 && keys[0] instanceof String ? JDBCType.VARCHAR : JDBCType.BIGINT;
        return new GeneratedKeyRows(List.of(new LocalColumn(column, type)), rows);
    }

    /** The keys of a shard's statement that was asked for them. */
    public static GeneratedKeyRows read(Statement statement) throws SQLException {
        try (ResultSet keys = statement.getGeneratedKeys()) {
            List<LocalColumn> columns = LocalRows.columns(keys.getMetaData());
            List<Object[]> rows = new ArrayList<>();
            while (keys.next()) {
                Object[] row = new Object[columns.size()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = keys.getObject(i + 1);
                }
                rows.add(row);
            }
            return new GeneratedKeyRows(columns, rows);
        }
    }

    /**
     * The keys of an execution in the order of the rows that the application wrote.
     *
     * @param ofUnits one for each unit
     */
    public static GeneratedKeyRows inOrder(ChosenUnits execution, GeneratedKeyRows[] ofUnits) {
        if (ofUnits.length == 1 || execution.replicated()) {
            return ofUnits[0];
        }
        int[] unitOfRow = unitOfRow(execution);
        return unitOfRow != null && tellEachRow(execution, ofUnits)
                ? placed(unitOfRow, ofUnits)
                : concatenated(ofUnits);
    }

    /** Whether every unit tells one key for each of its rows. */
    private static boolean tellEachRow(ChosenUnits execution, GeneratedKeyRows[] ofUnits) {
        for (int unit = 0; unit < ofUnits.length; unit++) {
            if (Objects.requireNonNull(execution.insertedRows(unit), "unitOfRow knows them").length
                    != ofUnits[unit].rows.size()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Which unit got each row that an INSERT wrote, in the order in which they were written; null where that is not
     * known.
     */
    public static int @Nullable [] unitOfRow(ChosenUnits execution) {
        int total = 0;
        for (int unit = 0; unit < execution.size(); unit++) {
            int[] inserted = execution.insertedRows(unit);
            if (inserted == null) {
                return null;
            }
            total += inserted.length;
        }
        int[] units = new int[total];
        for (int unit = 0; unit < execution.size(); unit++) {
            for (int row : Objects.requireNonNull(execution.insertedRows(unit), "asked before")) {
                if (row >= total) {
                    return null;
                }
                units[row] = unit;
            }
        }
        return units;
    }

    /** A unit tells its keys in the order in which its rows were written. */
    private static GeneratedKeyRows placed(int[] unitOfRow, GeneratedKeyRows[] ofUnits) {
        List<Object[]> ordered = new ArrayList<>(unitOfRow.length);
        int[] told = new int[ofUnits.length];
        for (int unit : unitOfRow) {
            ordered.add(ofUnits[unit].rows.get(told[unit]++));
        }
        return new GeneratedKeyRows(ofUnits[0].columns, ordered);
    }

    private static GeneratedKeyRows concatenated(GeneratedKeyRows[] parts) {
        List<Object[]> all = new ArrayList<>();
        GeneratedKeyRows shape = parts[0];
        for (GeneratedKeyRows part : parts) {
            if (shape.rows.isEmpty()) {
                shape = part;
            }
            all.addAll(part.rows);
        }
        return new GeneratedKeyRows(shape.columns, all);
    }

    /** The keys of several executions, one after the other; the first that has rows gives the columns. */
    public static GeneratedKeyRows together(List<GeneratedKeyRows> parts) {
        return parts.isEmpty() ? none() : concatenated(parts.toArray(new GeneratedKeyRows[0]));
    }

    /** Whether there is a column of that name. */
    boolean has(String column) {
        for (LocalColumn each : columns) {
            if (each.label().equalsIgnoreCase(column)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Keys with values as the application sees them; those of some drivers are whole rows of the table.
     *
     * @param told may be null
     * @param values which of them rules transform; may be null
     */
    public static @Nullable GeneratedKeyRows seen(@Nullable GeneratedKeyRows told, @Nullable ColumnValues values) {
        if (told == null || values == null) {
            return told;
        }
        List<LocalColumn> columns = new ArrayList<>();
        int[] places = new int[told.columns.size()];
        for (int i = 0; i < told.columns.size(); i++) {
            LocalColumn actual = told.columns.get(i);
            StoredColumn column = values.writtenColumn(actual.label());
            if (column != null) {
                for (Object[] row : told.rows) {
                    row[i] = column.seen(row[i]);
                }
            }
            if (!values.isHidden(actual.label())) {
                places[columns.size()] = i;
                columns.add(column == null || !column.column().isRenamed() ? actual : named(actual, column));
            }
        }
        return new GeneratedKeyRows(columns, chosen(told.rows, Arrays.copyOf(places, columns.size())));
    }

    private static LocalColumn named(LocalColumn actual, StoredColumn column) {
        return new LocalColumn(column.column().name(), actual.type(), actual.typeName(), actual.className());
    }

    private static List<Object[]> chosen(List<Object[]> rows, int[] places) {
        List<Object[]> chosen = new ArrayList<>(rows.size());
        for (Object[] row : rows) {
            Object[] values = new Object[places.length];
            for (int i = 0; i < places.length; i++) {
                values[i] = row[places[i]];
            }
            chosen.add(values);
        }
        return chosen;
    }

    /** The first value of the first row; null where there is none. */
    public @Nullable Object first() {
        return rows.isEmpty() || rows.get(0).length == 0 ? null : rows.get(0)[0];
    }

    public int size() {
        return rows.size();
    }

    /**
     * Keys where the driver tells only the first one of each multi-row INSERT: the rows of one INSERT ... VALUES got
     * keys of equal distance.
     *
     * @param rowsEach how many rows each INSERT has
     * @param statement on whose connection they were made
     * @param query for the distance, as {@link org.shardingjdbc.dialect.internal.Drivers#distanceOfUntoldKeys} has it
     * @return itself when the driver tells all, or none, or something else than one number each
     */
    public GeneratedKeyRows expanded(int inserts, int rowsEach, Statement statement, @Nullable String query)
            throws SQLException {
        if (rowsEach < 2 || rows.size() != inserts || columns.size() != 1) {
            return this;
        }
        for (Object[] row : rows) {
            if (!(row[0] instanceof Number)) {
                return this;
            }
        }
        long distance = distance(statement, query);
        List<Object[]> all = new ArrayList<>(inserts * rowsEach);
        for (Object[] row : rows) {
            for (int i = 0; i < rowsEach; i++) {
                all.add(new Object[] {((Number) row[0]).longValue() + i * distance});
            }
        }
        return new GeneratedKeyRows(columns, all);
    }

    private static long distance(Statement statement, @Nullable String query) throws SQLException {
        try (Statement asking = statement.getConnection().createStatement();
                ResultSet answer = asking.executeQuery(query)) {
            answer.next();
            return answer.getLong(1);
        }
    }

    /** The rows from {@code from} on, {@code count} of them. */
    public GeneratedKeyRows part(int from, int count) {
        return new GeneratedKeyRows(columns, new ArrayList<>(rows.subList(from, from + count)));
    }

    /** As getGeneratedKeys returns them. */
    public ResultSet show(@Nullable Statement statement, Dialect dialect) {
        return LocalRows.beside(statement, columns, rows, dialect);
    }

    /** As getGeneratedKeys returns them; {@code closed} is told when the application closed them. */
    public ResultSet show(@Nullable Statement statement, Dialect dialect, LocalRows.Closing closed) {
        return LocalRows.beside(statement, columns, rows, dialect, closed);
    }
}
