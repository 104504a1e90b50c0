package org.shardingjdbc.testkit.compare;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import javax.sql.DataSource;

/**
 * The oracle: one plain database that holds all rows, and the sharded DataSource that holds the same rows on many
 * nodes. Each statement goes to both, and both must answer alike.
 *
 * <pre>{@code
 * both.query("SELECT * FROM t_order WHERE user_id = ? ORDER BY order_id", 7).ordered().agree();
 * both.update("DELETE FROM t_order WHERE status = 'gone'").agree();
 * both.query("SELECT ... WHERE EXISTS (...)").isRefused("SHD-2004");
 * }</pre>
 *
 * <p>One connection per side, opened at first use and kept, so that transactions and session state go along. Not safe
 * for use by several threads.
 */
public final class PlainAndSharded implements AutoCloseable {
    private final DataSource plainSource;
    private final DataSource shardedSource;
    private Connection plain;
    private Connection sharded;

    /** Of two databases with the same tables and rows; both stay open when this is closed. */
    public PlainAndSharded(DataSource plainSource, DataSource shardedSource) {
        this.plainSource = plainSource;
        this.shardedSource = shardedSource;
    }

    /** A statement that answers with rows; by default compared as bags. Parameters may be null. */
    public ComparedStatement query(String sql, Object... parameters) {
        return new ComparedStatement(this, sql, Arrays.asList(parameters));
    }

    /** A statement that answers with an update count. Parameters may be null. */
    public ComparedStatement update(String sql, Object... parameters) {
        return new ComparedStatement(this, sql, Arrays.asList(parameters));
    }

    /** Runs statements on both sides that both must accept, such as a schema. */
    public void setUp(String... statements) {
        for (String sql : statements) {
            update(sql).agree();
        }
    }

    /** Starts a transaction on both sides. */
    public void begin() throws SQLException {
        plain().setAutoCommit(false);
        sharded().setAutoCommit(false);
    }

    /** Commits on both sides and returns to autocommit mode. */
    public void commit() throws SQLException {
        plain().commit();
        sharded().commit();
        plain().setAutoCommit(true);
        sharded().setAutoCommit(true);
    }

    /** Rolls back on both sides and returns to autocommit mode. */
    public void rollback() throws SQLException {
        plain().rollback();
        sharded().rollback();
        plain().setAutoCommit(true);
        sharded().setAutoCommit(true);
    }

    /** The connection to the plain database. */
    public Connection plain() throws SQLException {
        if (plain == null) {
            plain = plainSource.getConnection();
        }
        return plain;
    }

    /** The connection to the sharded database. */
    public Connection sharded() throws SQLException {
        if (sharded == null) {
            sharded = shardedSource.getConnection();
        }
        return sharded;
    }

    /** Closes both connections, not the data sources. */
    @Override
    public void close() throws SQLException {
        Connection first = plain;
        Connection second = sharded;
        plain = null;
        sharded = null;
        try {
            if (first != null) {
                first.close();
            }
        } finally {
            if (second != null) {
                second.close();
            }
        }
    }
}
