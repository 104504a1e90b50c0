package org.shardingjdbc.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.internal.library.ClassPathResource;
import org.shardingjdbc.jdbc.internal.library.LibraryVersion;

/**
 * Sharding data sources behind a JDBC URL: {@code jdbc:sharding:classpath:sharding.yaml} finds the YAML as a resource,
 * {@code jdbc:sharding:file:/etc/app/sharding.yaml} as a file. {@code ?placeholder-type=environment} (or
 * {@code system_props}) behind it says where the values of placeholders come from.
 *
 * <p>All connections of one URL with the same properties share one {@link ShardingDataSource}. It is made by the first
 * connection and lives until {@link #close(String)} or the end of the JVM, since a driver is not notified that no
 * further connection will be asked for. Users and passwords are those of the YAML; properties of that name are ignored.
 * Safe for all threads.
 */
public final class ShardingDriver implements Driver {
    private static final String PREFIX = "jdbc:sharding:";
    private static final String SHARDINGSPHERE = "jdbc:shardingsphere:";
    private static final String CLASSPATH = "classpath:";
    private static final String FILE = "file:";
    private static final String PLACEHOLDER_TYPE = "placeholder-type";

    /** The one place with static state: JDBC's DriverManager knows drivers by their class, and a URL has no owner. */
    private static final Map<String, SharedDataSource> OPEN = new ConcurrentHashMap<>();

    static {
        try {
            DriverManager.registerDriver(new ShardingDriver());
        } catch (SQLException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** For the service loader, and for pools that make drivers by class name. */
    public ShardingDriver() {
        // Everything is in the URL.
    }

    /** Whether the URL has this driver's prefix; errors in the rest of it are reported by {@link #connect}. */
    @Override
    public boolean acceptsURL(@Nullable String url) {
        return url != null && url.startsWith(PREFIX);
    }

    /**
     * Opens a connection of the data source behind a URL, which is made if it is the first one.
     *
     * @param url null, or another driver's, as DriverManager tries them all
     * @param info only {@code placeholder-type} is read; null for nothing
     * @return null where the URL is none of this driver
     * @throws SQLException when the YAML cannot be read or has mistakes, or a data source cannot be connected to
     */
    @Override
    public @Nullable Connection connect(@Nullable String url, @Nullable Properties info) throws SQLException {
        if (url != null && acceptsURL(url)) {
            return dataSource(url, info).getConnection();
        }
        if (url != null && url.startsWith(SHARDINGSPHERE) && isNobodys(url)) {
            throw SqlErrors.of(
                    ErrorCode.DRIVER_URL_INVALID,
                    url,
                    "it is a URL of ShardingSphere, whose driver is not on the class path; the YAML is that of "
                            + "ShardingSphere 5.5, and the command 'convert' makes it of older ones");
        }
        return null;
    }

    /** ShardingSphere's own driver may be beside this one; its URLs are its own then. */
    private static boolean isNobodys(String url) {
        return DriverManager.drivers().noneMatch(driver -> {
            try {
                return driver.acceptsURL(url);
            } catch (SQLException e) {
                return false;
            }
        });
    }

    private static ShardingDataSource dataSource(String url, @Nullable Properties info) throws SQLException {
        String type = info == null ? null : info.getProperty(PLACEHOLDER_TYPE);
        String key = type == null ? url : url + "\n" + type;
        ShardingDataSource found = null;
        while (found == null) {
            found = OPEN.computeIfAbsent(key, SharedDataSource::new).dataSource(url, type);
        }
        return found;
    }

    /**
     * The data source of one key, made by the first connection; connections of the same key wait for that, those of
     * others do not. Safe for all threads.
     */
    private static final class SharedDataSource {
        private final String key;
        /** Null until it is made. */
        private volatile @Nullable ShardingDataSource made;

        SharedDataSource(String key) {
            this.key = key;
        }

        /** Null when this is not what is open under the key any more. */
        @Nullable
        ShardingDataSource dataSource(String url, @Nullable String type) throws SQLException {
            ShardingDataSource known = made;
            return known != null && !known.isClosed() ? known : make(url, type);
        }

        private synchronized @Nullable ShardingDataSource make(String url, @Nullable String type) throws SQLException {
            if (OPEN.get(key) != this) {
                return null;
            }
            boolean done = false;
            try {
                if (made == null || made.isClosed()) {
                    made = create(url, type);
                }
                done = true;
                return made;
            } finally {
                if (!done) {
                    OPEN.remove(key, this);
                }
            }
        }

        /** Waits for the thread that makes it. Returns whether there was one. */
        synchronized boolean close() {
            ShardingDataSource open = made;
            if (!OPEN.remove(key, this) || open == null) {
                return false;
            }
            open.close();
            return true;
        }
    }

    private static ShardingDataSource create(String url, @Nullable String typeProperty) throws SQLException {
        if (!url.startsWith(PREFIX + CLASSPATH) && !url.startsWith(PREFIX + FILE)) {
            throw SqlErrors.of(
                    ErrorCode.DRIVER_URL_INVALID, url, "behind " + PREFIX + " stands neither classpath: nor file:");
        }
        int query = url.indexOf('?');
        String location = url.substring(PREFIX.length(), query < 0 ? url.length() : query);
        String type = typeProperty;
        if (query >= 0) {
            for (String pair : url.substring(query + 1).split("&")) {
                int equals = pair.indexOf('=');
                if (equals < 0 || !pair.substring(0, equals).equals(PLACEHOLDER_TYPE)) {
                    throw SqlErrors.of(ErrorCode.DRIVER_URL_INVALID, url, "parameter '" + pair + "' is unknown");
                }
                type = pair.substring(equals + 1);
            }
        }
        return create(url, location, placeholders(url, type));
    }

    private static PlaceholderType placeholders(String url, @Nullable String type) throws SQLException {
        try {
            return type == null ? PlaceholderType.NONE : PlaceholderType.of(type);
        } catch (IllegalArgumentException e) {
            throw SqlErrors.of(ErrorCode.DRIVER_URL_INVALID, url, e.getMessage());
        }
    }

    private static ShardingDataSource create(String url, String location, PlaceholderType placeholders)
            throws SQLException {
        if (location.startsWith(FILE)) {
            return ShardingDataSourceFactory.create(Path.of(location.substring(FILE.length())), placeholders);
        }
        String resource = location.substring(CLASSPATH.length());
        try (InputStream yaml = ClassPathResource.open(resource)) {
            if (yaml == null) {
                throw SqlErrors.of(
                        ErrorCode.DRIVER_URL_INVALID, url, "there is no resource '" + resource + "' on the class path");
            }
            return ShardingDataSourceFactory.create(yaml, placeholders);
        } catch (IOException e) {
            throw SqlErrors.of(ErrorCode.DRIVER_URL_INVALID, url, e.toString());
        }
    }

    /**
     * Closes the data source behind a URL, whatever properties it was opened with; the next connection makes it anew.
     *
     * @return whether there was one
     */
    public static boolean close(String url) {
        boolean found = false;
        for (SharedDataSource opened : OPEN.values()) {
            if (opened.key.equals(url) || opened.key.startsWith(url + "\n")) {
                found |= opened.close();
            }
        }
        return found;
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(@Nullable String url, @Nullable Properties info) {
        DriverPropertyInfo property =
                new DriverPropertyInfo(PLACEHOLDER_TYPE, info == null ? null : info.getProperty(PLACEHOLDER_TYPE));
        property.description = "Where the values of placeholders in the YAML come from";
        property.choices = new String[] {"none", "environment", "system_props"};
        return new DriverPropertyInfo[] {property};
    }

    @Override
    public int getMajorVersion() {
        return LibraryVersion.MAJOR;
    }

    @Override
    public int getMinorVersion() {
        return LibraryVersion.MINOR;
    }

    /** False: a sharded database does not support everything that SQL-92 requires. */
    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("org.shardingjdbc");
    }
}
