package org.shardingjdbc.cli.internal.database;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Jars with JDBC drivers that are not in this one. Stateless; what is loaded stays loaded until the JVM ends. */
final class DriverJars {
    /** What to say when the driver of a URL is missing: the artifacts of the databases that we know. */
    private static final Map<String, String> ARTIFACTS = Map.of(
            "mysql", "com.mysql:mysql-connector-j",
            "mariadb", "org.mariadb.jdbc:mariadb-java-client",
            "postgresql", "org.postgresql:postgresql",
            "opengauss", "org.opengauss:opengauss-jdbc",
            "h2", "com.h2database:h2");

    private DriverJars() {}

    /**
     * Makes the drivers of these jars known to JDBC and to the thread.
     *
     * @param jars files, or folders with jars
     * @throws SQLException when one is not there, or none of them has a driver
     */
    static void load(List<Path> jars) throws SQLException {
        if (jars.isEmpty()) {
            return;
        }
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            urls.addAll(urls(jar));
        }
        URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), DriverJars.class.getClassLoader());
        boolean found = false;
        for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
            if (driver.getClass().getClassLoader() == loader) {
                DriverManager.registerDriver(new DriverShim(driver));
                found = true;
            }
        }
        if (!found) {
            throw new SQLException(
                    "There is no JDBC driver in " + jars + ". Name the driver's own jar with --driver-jar.");
        }
        Thread.currentThread().setContextClassLoader(loader);
    }

    private static List<URL> urls(Path jar) throws SQLException {
        if (!Files.exists(jar)) {
            throw new SQLException("The driver's jar " + jar + " is not there. Check the path behind --driver-jar.");
        }
        try {
            if (!Files.isDirectory(jar)) {
                return List.of(jar.toUri().toURL());
            }
            try (Stream<Path> files = Files.list(jar)) {
                List<URL> urls = new ArrayList<>();
                for (Path file : files.filter(each -> each.toString().endsWith(".jar"))
                        .sorted()
                        .toList()) {
                    urls.add(file.toUri().toURL());
                }
                return urls;
            }
        } catch (MalformedURLException e) {
            throw new SQLException("The driver's jar " + jar + " cannot be named as a URL: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new SQLException("The folder " + jar + " cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Sees to it that there is a driver for a URL.
     *
     * @param remedy what to do about the lack of an artifact, whose name may be empty
     * @throws SQLException when there is none; it names the artifact
     */
    static void require(String dataSource, @Nullable String url, UnaryOperator<String> remedy) throws SQLException {
        if (url == null
                || !url.startsWith("jdbc:")
                || DriverManager.drivers().anyMatch(driver -> accepts(driver, url))) {
            return;
        }
        int end = url.indexOf(':', "jdbc:".length());
        String kind = url.substring("jdbc:".length(), end < 0 ? url.length() : end);
        throw new SQLException(
                "Data source " + dataSource + " needs a JDBC driver for jdbc:" + kind + ", and there is none. "
                        + remedy.apply(ARTIFACTS.getOrDefault(kind, "")),
                "08001");
    }

    /** What to do about a lack on the command line. */
    static String remedy(String artifact) {
        return artifact.isEmpty()
                ? "Check the URL, or name the driver's jar with --driver-jar."
                : "Download " + artifact + " and name its jar with --driver-jar.";
    }

    private static boolean accepts(Driver driver, String url) {
        try {
            return driver.acceptsURL(url);
        } catch (SQLException e) {
            return false;
        }
    }
}
