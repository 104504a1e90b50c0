package org.shardingjdbc.transaction.base.internal;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.apache.seata.rm.datasource.DataSourceProxy;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.TransactionSource;
import org.slf4j.LoggerFactory;

/** The data sources as Seata knows them: it undoes on them what must not stay. Safe for all threads. */
public final class AtSources implements AutoCloseable {
    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(AtSources.class);

    private volatile Map<TransactionSource, AtSource> proxies = Map.of();

    /**
     * Asks each database for what it needs.
     *
     * @throws SQLException that names what is missing
     */
    public static void check(List<TransactionSource> sources) throws SQLException {
        for (TransactionSource source : sources) {
            try (Connection connection = source.open()) {
                UndoLogTable table = UndoLogTable.of(connection.getMetaData().getDatabaseProductName());
                if (table == null) {
                    throw TransactionErrors.of(
                            ErrorCode.BASE_IMPOSSIBLE,
                            source.name(),
                            "Seata's AT mode does not know its database, "
                                    + connection.getMetaData().getDatabaseProductName());
                }
                requireUndoLog(source, connection, table);
            }
        }
    }

    private static void requireUndoLog(TransactionSource source, Connection connection, UndoLogTable table)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT 1 FROM undo_log WHERE 1 = 0").close();
        } catch (SQLException missing) {
            throw TransactionErrors.causedBy(
                    missing,
                    ErrorCode.BASE_IMPOSSIBLE,
                    source.name(),
                    "it has no table undo_log; create it there: " + table.ddl());
        }
    }

    /** These can become branches from now on. */
    public synchronized void use(List<TransactionSource> sources) throws SQLException {
        Map<TransactionSource, AtSource> next = new HashMap<>();
        for (TransactionSource source : sources) {
            AtSource known = proxies.get(source);
            next.put(source, known == null ? registered(source) : known);
        }
        proxies.forEach((source, proxy) -> {
            if (!next.containsKey(source)) {
                end(source, proxy);
            }
        });
        proxies = Map.copyOf(next);
    }

    private static AtSource registered(TransactionSource source) throws SQLException {
        try {
            return AtSource.of(new DataSourceProxy(new Plain(source)));
        } catch (RuntimeException e) {
            throw TransactionErrors.causedBy(
                    e, ErrorCode.BASE_IMPOSSIBLE, source.name(), "Seata's client refuses it: " + e.getMessage());
        }
    }

    /**
     * As Seata knows it.
     *
     * @param source one of those that these were changed to
     */
    public AtSource of(TransactionSource source) {
        AtSource known = proxies.get(source);
        if (known == null) {
            throw new IllegalArgumentException("data source " + source.name() + " is not registered with Seata");
        }
        return known;
    }

    private static void end(TransactionSource source, AtSource ended) {
        try {
            ended.proxy().close();
        } catch (Exception e) {
            LOG.debug("Data source {} was not ended well by Seata", source.name(), e);
        }
    }

    @Override
    public synchronized void close() {
        proxies.forEach(AtSources::end);
        proxies = Map.of();
    }

    /** A data source on which nothing is recorded, as Seata needs it to undo. */
    private record Plain(TransactionSource source) implements DataSource {
        @Override
        public Connection getConnection() throws SQLException {
            return source.open();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return source.open();
        }

        @Override
        public @Nullable PrintWriter getLogWriter() {
            return null;
        }

        @Override
        public void setLogWriter(PrintWriter out) {
            // It writes none.
        }

        @Override
        public void setLoginTimeout(int seconds) {
            // The pool has its own.
        }

        @Override
        public int getLoginTimeout() {
            return 0;
        }

        @Override
        public Logger getParentLogger() throws SQLFeatureNotSupportedException {
            throw new SQLFeatureNotSupportedException("getParentLogger");
        }

        @Override
        public <T> T unwrap(Class<T> type) throws SQLException {
            throw new SQLException("wraps no " + type.getName());
        }

        @Override
        public boolean isWrapperFor(Class<?> type) {
            return false;
        }
    }

    /**
     * A data source as Seata knows it. Safe for all threads.
     *
     * @param proxy Seata's
     * @param recorded which writes it records rightly
     */
    public record AtSource(DataSourceProxy proxy, RecordedWrites recorded) {
        static AtSource of(DataSourceProxy proxy) {
            return new AtSource(proxy, new RecordedWrites(proxy.getJdbcUrl(), proxy.getDbType()));
        }
    }

    /**
     * The table in which Seata's AT mode keeps what rows were, by database; columns as Seata's client 2.x writes them.
     */
    enum UndoLogTable {
        MYSQL(
                "CREATE TABLE undo_log (branch_id BIGINT NOT NULL, xid VARCHAR(128) NOT NULL, context VARCHAR(128) NOT NULL,"
                        + " rollback_info LONGBLOB NOT NULL, log_status INT NOT NULL, log_created DATETIME(6) NOT NULL,"
                        + " log_modified DATETIME(6) NOT NULL, UNIQUE KEY ux_undo_log (xid, branch_id))"),
        POSTGRESQL(
                "CREATE TABLE undo_log (id SERIAL NOT NULL PRIMARY KEY, branch_id BIGINT NOT NULL, xid VARCHAR(128) NOT NULL,"
                        + " context VARCHAR(128) NOT NULL, rollback_info BYTEA NOT NULL, log_status INT NOT NULL,"
                        + " log_created TIMESTAMP(0) NOT NULL, log_modified TIMESTAMP(0) NOT NULL,"
                        + " CONSTRAINT ux_undo_log UNIQUE (xid, branch_id))");

        private final String ddl;

        UndoLogTable(String ddl) {
            this.ddl = ddl;
        }

        String ddl() {
            return ddl;
        }

        /** Null when Seata has none. */
        static @Nullable UndoLogTable of(String databaseProduct) {
            return switch (databaseProduct.toLowerCase(Locale.ROOT)) {
                case "mysql", "mariadb" -> MYSQL;
                case "postgresql" -> POSTGRESQL;
                default -> null;
            };
        }
    }
}
