package org.shardingjdbc.benchmarks.stub;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * What the stub says to a statement: ten rows with an ORDER BY (or as many as the system property
 * {@code benchmark.stub.rows} says), two with BETWEEN, one for each element of an IN list, else one; to writes that one
 * row has changed. Each answer takes as many microseconds as {@code benchmark.stub.latency} says, else none. Column
 * {@code status} is a text, all others are numbers, which ascend from row to row. Immutable but for the metadata, which
 * is asked of H2 once.
 */
final class Answer {
    private static final Map<String, Answer> OF_PREPARED = new ConcurrentHashMap<>();
    /** Connections to H2 that are never closed, by URL. */
    private static final Map<String, Connection> LASTING = new ConcurrentHashMap<>();

    private static final int SORTED_ROWS = Integer.getInteger("benchmark.stub.rows", 10);
    private static final int RANGE_ROWS = 2;
    private static final long LATENCY_NANOS = 1_000L * Integer.getInteger("benchmark.stub.latency", 0);

    private final String sql;
    private final boolean[] texts;
    private final int rows;
    private final long first;
    private volatile ResultSetMetaData metaData;

    private Answer(String sql) {
        this.sql = sql;
        this.texts = sql.startsWith("SELECT ") ? texts(sql) : null;
        this.rows = rows(sql);
        int table = sql.indexOf("t_order_");
        this.first = table < 0 ? 0 : Character.digit(sql.charAt(table + "t_order_".length()), 10);
    }

    static Answer ofPrepared(String sql) {
        Answer known = OF_PREPARED.get(sql);
        if (known == null) {
            known = new Answer(sql);
            OF_PREPARED.put(sql, known);
        }
        return known;
    }

    static Answer ofText(String sql) {
        return new Answer(sql);
    }

    /** Whether the stub answers it, and not H2. */
    static boolean isFor(String sql) {
        boolean known = sql.startsWith("SELECT ")
                || sql.startsWith("INSERT ")
                || sql.startsWith("UPDATE ")
                || sql.startsWith("DELETE ");
        return known && sql.contains("t_order");
    }

    private static boolean[] texts(String sql) {
        String[] columns =
                sql.substring("SELECT ".length(), sql.indexOf(" FROM ")).split(",");
        boolean[] texts = new boolean[columns.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = columns[i].contains("status");
        }
        return texts;
    }

    private static int rows(String sql) {
        int list = sql.indexOf(" IN (");
        if (list >= 0) {
            return (int) sql.substring(list, sql.indexOf(')', list))
                            .chars()
                            .filter(c -> c == ',')
                            .count()
                    + 1;
        }
        if (sql.contains("GROUP BY status")) {
            return 1;
        }
        if (sql.contains(" BETWEEN ")) {
            return RANGE_ROWS;
        }
        return sql.contains("ORDER BY") ? SORTED_ROWS : 1;
    }

    /** As long as a server far away would let one wait. */
    static void await() {
        if (LATENCY_NANOS > 0) {
            LockSupport.parkNanos(LATENCY_NANOS);
        }
    }

    boolean returnsRows() {
        return texts != null;
    }

    int rows() {
        return rows;
    }

    int columns() {
        return texts.length;
    }

    boolean isText(int column) {
        return texts[column - 1];
    }

    long number(int row) {
        return first + 8L * row;
    }

    ResultSetMetaData metaData(Connection h2) throws SQLException {
        ResultSetMetaData known = metaData;
        if (known == null) {
            // the metadata ends with its statement, and that with its connection, which so may not be one of a pool
            Connection lasting = LASTING.get(h2.getMetaData().getURL());
            if (lasting == null) {
                lasting = DriverManager.getConnection(h2.getMetaData().getURL(), "sa", "");
                LASTING.put(h2.getMetaData().getURL(), lasting);
            }
            PreparedStatement statement = lasting.prepareStatement(sql);
            known = statement.getMetaData();
            metaData = known;
        }
        return known;
    }
}
