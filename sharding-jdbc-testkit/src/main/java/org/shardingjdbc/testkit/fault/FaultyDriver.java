package org.shardingjdbc.testkit.fault;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import org.shardingjdbc.testkit.DriverDataSource;

/**
 * Reaches a probe by a JDBC URL, for what is configured by URL only: {@code jdbc:faulty:<probe>:<data source
 * name>:<real JDBC URL>}. The probe is announced by {@link #register(String, JdbcProbe)} and taken back by
 * {@link #unregister(String)}.
 */
public final class FaultyDriver extends PrefixDriver {
    private static final String PREFIX = "jdbc:faulty:";
    private static final Map<String, JdbcProbe> PROBES = new ConcurrentHashMap<>();

    static {
        try {
            DriverManager.registerDriver(new FaultyDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** For the driver manager. */
    public FaultyDriver() {
        super(PREFIX);
    }

    /** Makes URLs that name the probe work, until it is unregistered. */
    public static void register(String probeName, JdbcProbe probe) {
        PROBES.put(probeName, probe);
    }

    /** From now on URLs with this name are refused. */
    public static void unregister(String probeName) {
        PROBES.remove(probeName);
    }

    /** The URL that goes to {@code realUrl} through a registered probe. */
    public static String url(String probeName, String dataSourceName, String realUrl) {
        return PREFIX + probeName + ":" + dataSourceName + ":" + realUrl;
    }

    @Override
    protected Connection open(String rest, Properties info) throws SQLException {
        String[] parts = rest.split(":", 3);
        JdbcProbe probe = parts.length == 3 ? PROBES.get(parts[0]) : null;
        if (probe == null) {
            throw new SQLException("No probe is registered for " + PREFIX + rest, "08001");
        }
        DriverDataSource real =
                new DriverDataSource(parts[2], info.getProperty("user", ""), info.getProperty("password", ""));
        return probe.wrap(parts[1], real).getConnection();
    }
}
