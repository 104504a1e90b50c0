package org.shardingjdbc.scaling.internal.layout;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
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
        for (ScalingDatabase each : List.of(new PostgreSql())) {
            if (url.startsWith(each.urlPrefix())) {
                return each;
            }
        }
        throw new ShardingException(
                ErrorCode.SCALING_IMPOSSIBLE,
                "data source " + name + " is of a database whose rows are not moved yet; PostgreSQL's are");
    }

    /** Of what kind they are. */
    public ScalingDatabase kind() {
        return kind;
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
        return DriverManager.getConnection(properties.get("jdbcUrl"), all);
    }

    private static void put(Properties properties, String name, @org.jspecify.annotations.Nullable String value) {
        if (value != null) {
            properties.setProperty(name, value);
        }
    }
}
