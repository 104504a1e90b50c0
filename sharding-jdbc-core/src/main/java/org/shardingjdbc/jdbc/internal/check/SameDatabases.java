package org.shardingjdbc.jdbc.internal.check;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Catalogs.DatabaseToken;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses two data sources that are one: every row would be found twice. What is configured alike is seen at once; else
 * the databases themselves are asked, as far as a pool is not to connect later. Stateless.
 */
public final class SameDatabases {
    private static final Logger LOG = LoggerFactory.getLogger(SameDatabases.class);

    private SameDatabases() {}

    /** A connection to a data source, and what its database is called. */
    private static final class Visit implements AutoCloseable {
        private final ShardPool pool;
        private final Connection connection;
        private final List<String> database;
        /** Null until another database has the same name. */
        private @Nullable DatabaseToken token;

        Visit(ShardPool pool, Connection connection) throws SQLException {
            this.pool = pool;
            this.connection = connection;
            boolean databasesAreSchemas = pool.dialect().naming().databasesAreSchemas();
            this.database = List.of(
                    String.valueOf(connection.getCatalog()),
                    databasesAreSchemas ? "" : String.valueOf(connection.getSchema()));
        }

        boolean isWhere(Visit other) throws SQLException {
            if (!database.equals(other.database)) {
                return false;
            }
            token = token == null ? pool.dialect().catalogs().leaveToken(connection) : token;
            return token.isSeenBy(other.connection);
        }

        @Override
        public void close() throws SQLException {
            try (connection) {
                if (token != null) {
                    token.close();
                }
            }
        }
    }

    /** @throws ShardingException when two of them are configured alike */
    public static void refuseAlike(Map<String, DataSourceConfiguration> dataSources) {
        Map<Object, String> configured = new HashMap<>();
        Map<Object, String> given = new IdentityHashMap<>();
        dataSources.forEach((name, source) -> {
            String before = source instanceof DataSourceConfiguration.Given own
                    ? given.putIfAbsent(own.dataSource(), name)
                    : configured.putIfAbsent(source, name);
            if (before != null) {
                throw new ShardingException(ErrorCode.DATA_SOURCES_SAME, before, name);
            }
        });
    }

    /**
     * Asks the databases of pools that connect at once.
     *
     * @throws ShardingException when two of them are in one database
     */
    public static void refuse(List<ShardPool> pools) {
        List<Visit> visits = new ArrayList<>();
        try {
            for (ShardPool pool : pools) {
                if (connects(pool) && pools.size() > 1) {
                    visits.add(visit(pool));
                    refuseLast(visits);
                }
            }
        } catch (SQLException e) {
            LOG.debug("Whether data sources are the same could not be found out", e);
        } finally {
            visits.forEach(SameDatabases::end);
        }
    }

    /** Pairs of pools of one database, by their names; what cannot be asked is left out. */
    static List<List<String>> pairs(List<ShardPool> pools) {
        List<Visit> visits = new ArrayList<>();
        List<List<String>> pairs = new ArrayList<>();
        try {
            for (ShardPool pool : pools) {
                Visit next = visit(pool);
                for (Visit before : visits) {
                    if (before.isWhere(next)) {
                        pairs.add(List.of(before.pool.name(), pool.name()));
                        break;
                    }
                }
                visits.add(next);
            }
        } catch (SQLException e) {
            LOG.debug("Whether data sources are the same could not be found out", e);
        } finally {
            visits.forEach(SameDatabases::end);
        }
        return pairs;
    }

    /** Whether a pool has connected when it was made. */
    public static boolean connects(ShardPool pool) {
        return !(pool.connections() instanceof HikariDataSource hikari)
                || hikari.isRunning() && hikari.getInitializationFailTimeout() >= 0;
    }

    private static Visit visit(ShardPool pool) throws SQLException {
        Connection connection = pool.openAside();
        try {
            return new Visit(pool, connection);
        } catch (SQLException | RuntimeException e) {
            try (connection) {
                throw e;
            }
        }
    }

    /** Compares the last one with those before it. */
    private static void refuseLast(List<Visit> visits) throws SQLException {
        Visit last = visits.get(visits.size() - 1);
        for (Visit before : visits.subList(0, visits.size() - 1)) {
            if (before.isWhere(last)) {
                throw new ShardingException(ErrorCode.DATA_SOURCES_SAME, before.pool.name(), last.pool.name());
            }
        }
    }

    private static void end(Visit visit) {
        try {
            visit.close();
        } catch (SQLException e) {
            LOG.debug("A connection of data source {} could not be closed", visit.pool.name(), e);
        }
    }
}
