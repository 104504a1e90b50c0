package org.shardingjdbc.scaling.internal.layout;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase.KeptText;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase.LogAccess;
import org.shardingjdbc.scaling.internal.mysql.MariaDbMoves;
import org.shardingjdbc.scaling.internal.mysql.MySqlMoves;
import org.shardingjdbc.scaling.internal.postgresql.PostgreSql;

/**
 * The databases of the two configurations, as a job connects to them: by connections of its own, so that it takes none
 * from the application's pools. Immutable, safe for all threads.
 */
public final class Databases {
    private static final String DRIVER_PROPERTY = "dataSource.";

    private final Map<String, Map<String, String>> configured = new LinkedHashMap<>();
    private final ScalingDatabase kind;

    /**
     * @param all of both configurations; of two with one name the one of before
     * @throws ShardingException where one of them is not given by a URL, or of another kind than the others
     */
    public Databases(Map<String, DataSourceConfiguration> all) {
        ScalingDatabase found = null;
        for (Map.Entry<String, DataSourceConfiguration> each : all.entrySet()) {
            if (!(each.getValue() instanceof DataSourceConfiguration.Pooled pooled)
                    || !pooled.properties().containsKey("jdbcUrl")) {
                throw new ShardingException(
                        ErrorCode.SCALING_IMPOSSIBLE,
                        "data source " + each.getKey() + " has no jdbcUrl, by which its log is read");
            }
            configured.put(each.getKey(), pooled.properties());
            ScalingDatabase its = kind(each.getKey(), pooled.properties().get("jdbcUrl"));
            if (found != null && found.getClass() != its.getClass()) {
                throw new ShardingException(
                        ErrorCode.SCALING_IMPOSSIBLE, "its data sources are databases of different kinds");
            }
            found = its;
        }
        if (found == null) {
            throw new ShardingException(ErrorCode.SCALING_IMPOSSIBLE, "there is no data source");
        }
        kind = found;
    }

    private static ScalingDatabase kind(String name, String url) {
        Dialect dialect = Dialects.ofUrl(url);
        for (ScalingDatabase each : List.of(new PostgreSql(), new MySqlMoves(), new MariaDbMoves())) {
            if (each.dialect() == dialect) {
                return each;
            }
        }
        throw new ShardingException(
                ErrorCode.SCALING_IMPOSSIBLE,
                "data source " + name
                        + " is of a database whose rows are not moved yet; those of PostgreSQL, MySQL and MariaDB are");
    }

    /** Of what kind they are. */
    public ScalingDatabase kind() {
        return kind;
    }

    /** Whether there is such a data source. */
    public boolean isConfigured(String dataSource) {
        return configured.containsKey(dataSource);
    }

    /** A new connection, in autocommit mode. */
    public Connection open(String dataSource) throws SQLException {
        return open(dataSource, new Properties());
    }

    /** The same with further properties of the driver. */
    public Connection open(String dataSource, Properties more) throws SQLException {
        Map<String, String> properties = configured.get(dataSource);
        if (properties == null) {
            throw new ShardingException(ErrorCode.SCALING_IMPOSSIBLE, "there is no data source " + dataSource);
        }
        Properties all = new Properties();
        properties.forEach((name, value) -> {
            if (name.startsWith(DRIVER_PROPERTY)) {
                all.setProperty(name.substring(DRIVER_PROPERTY.length()), value);
            }
        });
        put(all, "user", properties.get("username"));
        put(all, "password", properties.get("password"));
        all.putAll(kind.connectionProperties());
        all.putAll(more);
        Connection connection = DriverManager.getConnection(properties.get("jdbcUrl"), all);
        boolean done = false;
        try {
            kind.prepare(connection);
            done = true;
            return connection;
        } finally {
            if (!done) {
                connection.close();
            }
        }
    }

    /** How the log of a data source is read. */
    public LogAccess access(String dataSource, KeptText kept) {
        Map<String, String> properties = configured.getOrDefault(dataSource, Map.of());
        return new LogAccess() {
            @Override
            public Connection open(Properties more) throws SQLException {
                return Databases.this.open(dataSource, more);
            }

            @Override
            public String url() {
                return properties.getOrDefault("jdbcUrl", "");
            }

            @Override
            public @Nullable String user() {
                return properties.get("username");
            }

            @Override
            public @Nullable String password() {
                return properties.get("password");
            }

            @Override
            public @Nullable String kept() throws SQLException {
                return kept.read();
            }

            @Override
            public void keep(String text) throws SQLException {
                kept.write(text);
            }
        };
    }

    private static void put(Properties properties, String name, @Nullable String value) {
        if (value != null) {
            properties.setProperty(name, value);
        }
    }
}
