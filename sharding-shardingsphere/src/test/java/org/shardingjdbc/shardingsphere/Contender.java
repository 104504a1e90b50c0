package org.shardingjdbc.shardingsphere;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/**
 * One of two: this library, or ShardingSphere with all of its jars in a class loader of its own. Both read the same
 * YAML and run the same classes, on H2 databases of their own.
 */
final class Contender {
    private static final Path JARS = Path.of(System.getProperty("basedir", "."), "target/classpaths/shardingsphere");

    private static ClassLoader shardingSphere;

    private final String prefix;
    private final String yaml;
    private final ClassLoader loader;
    private final DataSource dataSource;
    private final Connection session;

    private Contender(String prefix, String yaml, ClassLoader loader, List<String> tables) throws Exception {
        this.prefix = prefix;
        this.yaml = yaml;
        this.loader = loader;
        ClassLoader before = enter();
        try {
            for (String table : tables) {
                String node = table.substring(0, table.indexOf(' '));
                try (Connection direct = direct(node.charAt(3) - '0');
                        Statement statement = direct.createStatement()) {
                    statement.execute("CREATE TABLE " + table.substring(5));
                }
            }
            dataSource = open();
            session = dataSource.getConnection();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** ShardingSphere looks for its parts in the thread's loader, when it first needs them. */
    private ClassLoader enter() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        return before;
    }

    /**
     * This library.
     *
     * @param rules the YAML beside the data sources {@code ds_0} and {@code ds_1}
     * @param tables what to create first: the data node, a blank, and the columns
     */
    static Contender ours(String prefix, String rules, List<String> tables) throws Exception {
        return new Contender(prefix, rules, Contender.class.getClassLoader(), tables);
    }

    /** ShardingSphere, with the same. */
    static Contender theirs(String prefix, String rules, List<String> tables) throws Exception {
        return new Contender(prefix, rules, shardingSphere(), tables);
    }

    static synchronized ClassLoader shardingSphere() throws IOException {
        if (shardingSphere == null) {
            List<URL> urls = new ArrayList<>();
            for (String jar : Files.readString(JARS).strip().split(File.pathSeparator)) {
                urls.add(new File(jar).toURI().toURL());
            }
            urls.add(Contender.class.getProtectionDomain().getCodeSource().getLocation());
            shardingSphere = new URLClassLoader(
                    "shardingsphere", urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        }
        return shardingSphere;
    }

    private boolean isOurs() {
        return loader == Contender.class.getClassLoader();
    }

    private DataSource open() throws Exception {
        String text = (resource("/both-data-sources.yaml") + yaml).replace("${prefix}", prefix);
        if (isOurs()) {
            text = text.replace("    dataSourceClassName: com.zaxxer.hikari.HikariDataSource\n", "");
            return ShardingDataSourceFactory.create(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        }
        return (DataSource)
                loader.loadClass("org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory")
                        .getMethod("createDataSource", byte[].class)
                        .invoke(null, (Object) text.getBytes(StandardCharsets.UTF_8));
    }

    static String resource(String name) throws IOException {
        try (InputStream in = Contender.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** To one of its databases. */
    private Connection direct(int source) throws Exception {
        Driver driver = (Driver)
                loader.loadClass("org.h2.Driver").getDeclaredConstructor().newInstance();
        String url = "jdbc:h2:mem:" + prefix + "_" + source
                + ";DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";
        Properties properties = new Properties();
        properties.setProperty("user", "sa");
        properties.setProperty("password", "");
        return driver.connect(url, properties);
    }

    /** The rows of a query in no order, or how many rows were changed. */
    List<String> run(String sql, Object... values) throws SQLException {
        ClassLoader before = enter();
        try {
            return run(session, sql, values);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** The same in one of its databases, past everything that shards. */
    List<String> runIn(int source, String sql, Object... values) throws Exception {
        try (Connection direct = direct(source)) {
            return run(direct, sql, values);
        }
    }

    private static List<String> run(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            if (statement.execute()) {
                return rows(statement.getResultSet());
            }
            return List.of("changed " + statement.getUpdateCount());
        }
    }

    /** What the tables of a data source hold. */
    List<String> held(String node) throws Exception {
        try (Connection direct = direct(node.charAt(3) - '0');
                Statement statement = direct.createStatement()) {
            return rows(statement.executeQuery("SELECT * FROM " + node.substring(5)));
        }
    }

    /** What its algorithms were asked since the last time. */
    @SuppressWarnings("unchecked")
    List<String> calls(String method) throws ReflectiveOperationException {
        return (List<String>) loader.loadClass("org.shardingjdbc.shardingsphere.user.Calls")
                .getMethod(method)
                .invoke(null);
    }

    Connection session() {
        return session;
    }

    private static List<String> rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        int width = result.getMetaData().getColumnCount();
        while (result.next()) {
            StringBuilder row = new StringBuilder();
            for (int i = 1; i <= width; i++) {
                row.append(result.getString(i)).append('|');
            }
            rows.add(row.toString());
        }
        Collections.sort(rows);
        return rows;
    }

    /** Forgets its databases. */
    void close() throws Exception {
        session.close();
        ((AutoCloseable) dataSource).close();
        for (int i = 0; i < 2; i++) {
            try (Connection direct = direct(i);
                    Statement statement = direct.createStatement()) {
                statement.execute("SHUTDOWN");
            }
        }
    }
}
