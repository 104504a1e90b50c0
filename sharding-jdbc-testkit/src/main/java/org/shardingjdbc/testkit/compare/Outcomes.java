package org.shardingjdbc.testkit.compare;

import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLXML;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Runs a statement and reads all that it answers. Not thread-safe. */
public final class Outcomes {
    private static final String TOO_MANY = "54000";

    /** SQLSTATEs of H2 and PostgreSQL, of MariaDB, and of an answer with too many rows. */
    private static final Set<String> OVERDUE = Set.of("57014", "70100", TOO_MANY);

    private final Connection connection;
    private final int seconds;
    private final int rows;

    private Outcomes(Connection connection, int seconds, int rows) {
        this.connection = connection;
        this.seconds = seconds;
        this.rows = rows;
    }

    /**
     * Runs statements that may turn out to be without end.
     *
     * @param seconds after so many the database ends a statement, which has failed then; more than 0
     * @param rows a statement that answers more of them has failed; more than 0
     */
    public static Outcomes bounded(Connection connection, int seconds, int rows) {
        return new Outcomes(connection, seconds, rows);
    }

    /** Whether a statement failed because of the bounds, not because the database does not accept it. */
    public static boolean isOutOfBounds(Outcome outcome) {
        return outcome instanceof Outcome.Failure failure
                && (failure.exception() instanceof SQLTimeoutException
                        || OVERDUE.contains(String.valueOf(failure.exception().getSQLState())));
    }

    /**
     * Runs {@code sql} as a plain statement if there are no parameters and {@code prepared} is false, else prepared.
     *
     * @param withKeys whether generated keys are asked for
     */
    public static Outcome of(
            Connection connection, String sql, List<Object> parameters, boolean prepared, boolean withKeys) {
        return new Outcomes(connection, 0, Integer.MAX_VALUE).of(sql, parameters, prepared, withKeys);
    }

    /** As {@link #of(Connection, String, List, boolean, boolean)}, within the bounds. */
    public Outcome of(String sql, List<Object> parameters, boolean prepared, boolean withKeys) {
        int keys = withKeys ? Statement.RETURN_GENERATED_KEYS : Statement.NO_GENERATED_KEYS;
        try {
            if (prepared || !parameters.isEmpty()) {
                try (PreparedStatement statement = connection.prepareStatement(sql, keys)) {
                    return execute(statement, parameters, withKeys);
                }
            }
            try (Statement statement = connection.createStatement()) {
                limit(statement);
                return read(statement, statement.execute(sql, keys), withKeys);
            }
        } catch (SQLException e) {
            return new Outcome.Failure(e);
        }
    }

    /**
     * Executes what was prepared before, for the first time or not.
     *
     * @param withKeys whether it was prepared to answer with generated keys
     */
    public Outcome again(PreparedStatement prepared, List<Object> parameters, boolean withKeys) {
        try {
            return execute(prepared, parameters, withKeys);
        } catch (SQLException e) {
            return new Outcome.Failure(e);
        }
    }

    private Outcome execute(PreparedStatement statement, List<Object> parameters, boolean withKeys)
            throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            statement.setObject(i + 1, parameters.get(i));
        }
        limit(statement);
        return read(statement, statement.execute(), withKeys);
    }

    /** Not without need: H2 prepares anew what it prepared before. */
    private void limit(Statement statement) throws SQLException {
        if (seconds > 0) {
            statement.setQueryTimeout(seconds);
        }
    }

    private Outcome read(Statement statement, boolean hasRows, boolean withKeys) throws SQLException {
        if (hasRows) {
            try (ResultSet result = statement.getResultSet()) {
                return rows(result, rows);
            }
        }
        long count = statement.getLargeUpdateCount();
        if (!withKeys) {
            return new Outcome.Count(count, null);
        }
        try (ResultSet keys = statement.getGeneratedKeys()) {
            return new Outcome.Count(count, rows(keys, rows));
        }
    }

    static Outcome.Rows rows(ResultSet result) throws SQLException {
        return rows(result, Integer.MAX_VALUE);
    }

    private static Outcome.Rows rows(ResultSet result, int most) throws SQLException {
        ResultSetMetaData metaData = result.getMetaData();
        int width = metaData.getColumnCount();
        List<ResultColumn> columns = new ArrayList<>(width);
        for (int i = 1; i <= width; i++) {
            columns.add(ResultColumn.of(metaData, i));
        }
        List<List<Object>> rows = new ArrayList<>();
        while (result.next()) {
            if (rows.size() == most) {
                throw new SQLException("The answer has more than " + most + " rows", TOO_MANY);
            }
            Object[] row = new Object[width];
            for (int i = 0; i < width; i++) {
                row[i] = comparable(result.getObject(i + 1));
            }
            rows.add(Arrays.asList(row));
        }
        return new Outcome.Rows(columns, rows);
    }

    /** A value in a form that has equals and a readable text, whichever driver it came from. */
    private static Object comparable(Object value) throws SQLException {
        if (value instanceof byte[] bytes) {
            return "0x" + HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Blob blob) {
            return "0x" + HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
        }
        if (value instanceof Clob clob) {
            return clob.getSubString(1, (int) clob.length());
        }
        if (value instanceof SQLXML xml) {
            return xml.getString();
        }
        if (value instanceof Array array) {
            return comparable(array.getArray());
        }
        if (value instanceof Object[] elements) {
            List<Object> list = new ArrayList<>(elements.length);
            for (Object element : elements) {
                list.add(comparable(element));
            }
            return list;
        }
        return value;
    }
}
