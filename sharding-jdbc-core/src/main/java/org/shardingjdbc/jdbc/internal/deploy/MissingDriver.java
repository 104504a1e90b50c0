package org.shardingjdbc.jdbc.internal.deploy;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out whether a pool did not open for want of a JDBC driver, and names what to add. Stateless. */
final class MissingDriver {
    private static final Logger LOG = LoggerFactory.getLogger(MissingDriver.class);

    private MissingDriver() {}

    /**
     * @param properties of the pool
     * @param failure why it did not open
     * @return null when it is something else
     */
    static @Nullable ShardingException of(String name, Map<String, String> properties, RuntimeException failure) {
        String what = what(properties.get("jdbcUrl"), properties.get("driverClassName"));
        if (what == null) {
            return null;
        }
        // There may be a password in the URL, which the pool tells nearly as it is.
        return String.valueOf(failure.getMessage()).contains("jdbcUrl")
                ? new ShardingException(ErrorCode.DRIVER_MISSING, name, what)
                : ShardingException.causedBy(failure, ErrorCode.DRIVER_MISSING, name, what);
    }

    /**
     * Lets the drivers register that the library's class loader sees, where none takes the URL: DriverManager asks the
     * class loader of the thread that comes first, and asks once.
     */
    static void prevent(@Nullable String url) {
        if (url == null || DriverManager.drivers().anyMatch(driver -> accepts(driver, url))) {
            return;
        }
        try {
            ServiceLoader.load(Driver.class, MissingDriver.class.getClassLoader())
                    .forEach(driver -> LOG.debug("{} is there", driver.getClass()));
        } catch (ServiceConfigurationError | LinkageError e) {
            // As DriverManager does; if the driver is among those not seen, the pool says so.
            LOG.debug("Not all drivers can be loaded", e);
        }
    }

    private static @Nullable String what(@Nullable String url, @Nullable String className) {
        if (url == null) {
            return null;
        }
        if (!url.startsWith("jdbc:")) {
            return "its URL does not begin with jdbc:";
        }
        String prefix = url.substring(0, url.indexOf(':', "jdbc:".length()) + 1);
        if (className == null) {
            return DriverManager.drivers().anyMatch(driver -> accepts(driver, url))
                    ? null
                    : "no driver on the class path takes URLs that begin with " + prefix + toAdd(url);
        }
        Class<?> driver = driverClass(className);
        if (driver == null) {
            return "class " + className + " is not on the class path" + toAdd(url);
        }
        boolean other = DriverManager.drivers().anyMatch(each -> each.getClass() == driver && !accepts(each, url));
        return other
                ? "driverClassName " + className + " does not take URLs that begin with " + prefix
                        + "; leave driverClassName out" + toAdd(url)
                : null;
    }

    private static String toAdd(String url) {
        Dialect dialect = Dialects.ofUrl(url);
        String artifact = dialect == null ? null : dialect.drivers().artifact();
        return artifact == null ? "" : "; for this URL it is the artifact " + artifact;
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            // it knows the URL, and something about it is wrong
            return true;
        }
    }

    private static @Nullable Class<?> driverClass(String name) {
        for (ClassLoader loader :
                new ClassLoader[] {Thread.currentThread().getContextClassLoader(), MissingDriver.class.getClassLoader()
                }) {
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException | LinkageError e) {
                continue;
            }
        }
        return null;
    }
}
