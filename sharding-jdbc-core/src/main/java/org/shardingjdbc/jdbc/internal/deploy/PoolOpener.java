package org.shardingjdbc.jdbc.internal.deploy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import javax.sql.DataSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.internal.library.LastingConnections;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the pool of a data source. Stateless. */
public final class PoolOpener {
    /** A cancel that takes longer hangs as the statement does. */
    private static final String CANCEL_SECONDS = "2";

    private static final Logger LOG = LoggerFactory.getLogger(PoolOpener.class);

    private PoolOpener() {}

    /**
     * Opens a pool and finds out what database it leads to: from its JDBC URL, or by asking the database.
     *
     * @param lazy whether it may connect when its first connection is needed; a mistake in the configuration is found
     *     at once all the same, as far as no database is needed for that
     * @param mayBeAway whether it opens although its database does not answer now
     * @throws ShardingException when it cannot be connected to, or is none that we know
     */
    public static ShardPool open(
            int id, String name, DataSourceConfiguration configuration, boolean lazy, boolean mayBeAway) {
        if (configuration instanceof DataSourceConfiguration.Given given) {
            return new ShardPool(id, name, ask(name, given.dataSource()), given.dataSource(), false);
        }
        HikariDataSource pool = null;
        boolean opened = false;
        try {
            HikariConfig config = hikariConfig(name, (DataSourceConfiguration.Pooled) configuration);
            Dialect dialect = Dialects.ofUrl(config.getJdbcUrl());
            if (dialect != null && config.getConnectionInitSql() == null) {
                config.setConnectionInitSql(dialect.sessions().connectionInitSql());
            }
            if (dialect != null && dialect.drivers().cancelTimeoutProperty() != null) {
                // The URL, and what is configured, go before it.
                config.getDataSourceProperties().putIfAbsent(dialect.drivers().cancelTimeoutProperty(), CANCEL_SECONDS);
            }
            LastingConnections.tell(config);
            MissingDriver.prevent(config.getDriverClassName() == null ? config.getJdbcUrl() : null);
            if (lazy && dialect != null) {
                ShardPool result = lazy(id, name, dialect, config);
                opened = true;
                return result;
            }
            pool = mayBeAway && dialect != null ? openThoughAway(name, config) : new HikariDataSource(config);
            if (dialect == null) {
                dialect = ask(name, pool);
            } else if (config.getInitializationFailTimeout() >= 0) {
                // Otherwise the user wants to start though the data source may be down.
                checkSettings(name, dialect, pool);
            }
            ShardPool result = new ShardPool(id, name, dialect, pool, true);
            opened = true;
            return result;
        } catch (ShardingException e) {
            throw e;
        } catch (RuntimeException e) {
            ShardingException driver =
                    MissingDriver.of(name, ((DataSourceConfiguration.Pooled) configuration).properties(), e);
            throw driver != null
                    ? driver
                    : ShardingException.causedBy(e, ErrorCode.DATA_SOURCE_UNAVAILABLE, name, reason(e));
        } finally {
            if (!opened && pool != null) {
                pool.close();
            }
        }
    }

    /** @throws RuntimeException of HikariCP when a property is wrong or the driver's class is missing */
    private static HikariConfig hikariConfig(String name, DataSourceConfiguration.Pooled pooled) {
        Properties all = new Properties();
        all.putAll(pooled.properties());
        all.putIfAbsent("poolName", name);
        return new HikariConfig(all);
    }

    private static HikariDataSource openThoughAway(String name, HikariConfig config) {
        try {
            return new HikariDataSource(config);
        } catch (HikariPool.PoolInitializationException e) {
            if (!(e.getCause() instanceof SQLException cause) || !SqlErrors.isLost(cause)) {
                throw e;
            }
            LOG.warn("Data source {} does not answer; others stand for it until it does: {}", name, reason(e));
            config.setInitializationFailTimeout(-1);
            return new HikariDataSource(config);
        }
    }

    private static ShardPool lazy(int id, String name, Dialect dialect, HikariConfig config) {
        config.validate();
        // Made without a configuration, it connects when it is asked for the first connection.
        HikariDataSource pool = new HikariDataSource();
        config.copyStateTo(pool);
        return new ShardPool(
                id, name, dialect, pool, true, connection -> InitialSettings.refuse(name, dialect, connection));
    }

    private static String reason(Throwable error) {
        Throwable deepest = error;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest.getMessage() == null ? deepest.toString() : deepest.getMessage();
    }

    private static void checkSettings(String name, Dialect dialect, DataSource pool) {
        try (Connection connection = pool.getConnection()) {
            InitialSettings.refuse(name, dialect, connection);
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.DATA_SOURCE_UNAVAILABLE, name, reason(e));
        }
    }

    private static Dialect ask(String name, DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            Dialect ofUrl = Dialects.ofUrl(connection.getMetaData().getURL());
            String product = connection.getMetaData().getDatabaseProductName();
            Dialect dialect = ofUrl != null ? ofUrl : Dialects.ofProduct(product);
            if (dialect == null) {
                throw new ShardingException(ErrorCode.DATABASE_UNKNOWN, name, product);
            }
            InitialSettings.refuse(name, dialect, connection);
            return dialect;
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.DATA_SOURCE_UNAVAILABLE, name, reason(e));
        }
    }
}
