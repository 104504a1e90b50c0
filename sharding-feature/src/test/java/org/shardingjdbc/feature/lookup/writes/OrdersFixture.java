package org.shardingjdbc.feature.lookup.writes;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * Orders that are sharded by user and looked up by their number, which is unique, and by the mail address; and the same
 * table in one plain database with a unique index.
 */
final class OrdersFixture implements AutoCloseable {
    static final String NUMBERS = "t_order_by_order_no";
    static final String MAILS = "t_order_by_mail";

    private final TestServer server;
    private final List<String> urls;
    private final String plainUrl;
    private final ShardingDataSource sharded;

    private OrdersFixture(TestServer server, List<String> urls, String plainUrl, ShardingDataSource sharded) {
        this.server = server;
        this.urls = urls;
        this.plainUrl = plainUrl;
        this.sharded = sharded;
    }

    /**
     * @param type of the transactions
     * @param sources how many data sources there are
     * @param logs a folder for the log of XA
     */
    static OrdersFixture on(DatabaseKind kind, String type, int sources, Path logs) throws SQLException {
        TestServer server = TestServer.of(kind);
        String base = "entries_" + type.toLowerCase(Locale.ROOT) + sources;
        String plainUrl = server.createDatabase(base + "_plain");
        List<String> urls = new ArrayList<>();
        for (int i = 0; i < sources; i++) {
            urls.add(server.createDatabase(base + "_" + i));
        }
        String yaml = yaml(server, base, urls, type, logs);
        ShardingDataSource sharded =
                ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
        OrdersFixture fixture = new OrdersFixture(server, urls, plainUrl, sharded);
        boolean made = false;
        try (Connection plain = fixture.openPlain();
                Connection connection = sharded.getConnection()) {
            String orders = "CREATE TABLE t_order (id INT NOT NULL, user_id INT NOT NULL, order_no VARCHAR(20),"
                    + " mail VARCHAR(20), status INT NOT NULL, PRIMARY KEY (user_id, id)";
            execute(plain, orders + ", UNIQUE (order_no))");
            execute(
                    connection,
                    orders + ")",
                    "CREATE TABLE " + NUMBERS + " (order_no VARCHAR(20) NOT NULL, user_id INT NOT NULL,"
                            + " PRIMARY KEY (order_no))",
                    "CREATE TABLE " + MAILS + " (mail VARCHAR(20) NOT NULL, user_id INT NOT NULL, id INT NOT NULL,"
                            + " status INT NOT NULL, PRIMARY KEY (mail, user_id, id))");
            made = true;
            return fixture;
        } finally {
            if (!made) {
                fixture.close();
            }
        }
    }

    private static String yaml(TestServer server, String base, List<String> urls, String type, Path logs) {
        StringBuilder text = new StringBuilder("databaseName: " + base + "\ndataSources:\n");
        for (int i = 0; i < urls.size(); i++) {
            text.append("  ds_%d:\n    driverClassName: %s\n    jdbcUrl: '%s'\n"
                            .formatted(i, server.driverClassName(), urls.get(i)))
                    .append("    username: '%s'\n    password: '%s'\n".formatted(server.user(), server.password()))
                    .append("    maximumPoolSize: 20\n    minimumIdle: 0\n    connectionTimeout: 30000\n");
            String waits = patience(server.kind());
            if (!waits.isEmpty()) {
                text.append("    connectionInitSql: \"%s\"\n".formatted(waits));
            }
        }
        text.append("transaction:\n  defaultType: ").append(type).append('\n');
        if (type.equals("XA")) {
            text.append("  providerType: Atomikos\n  props: {log-directory: '")
                    .append(logs.resolve(base + server.kind()))
                    .append("'}\n");
        }
        String table = """
                    %s:
                      actualDataSources: ds_${0..%d}
                      shardingStrategy: {standard: {shardingColumn: %s, shardingAlgorithmName: %s}}
                """;
        int last = urls.size() - 1;
        return text.append("rules:\n- !SHARDING\n  autoTables:\n")
                .append(table.formatted("t_order", last, "user_id", "mod"))
                .append(table.formatted(NUMBERS, last, "order_no", "hash"))
                .append(table.formatted(MAILS, last, "mail", "hash"))
                .append("""
                      shardingAlgorithms:
                        mod: {type: MOD, props: {sharding-count: 4}}
                        hash: {type: HASH_MOD, props: {sharding-count: 4}}
                    - !LOOKUP
                      tables:
                        t_order:
                          lookups:
                            by_order_no: {columns: [order_no], unique: true, table: t_order_by_order_no}
                            by_mail:
                              columns: [mail]
                              table: t_order_by_mail
                              primaryKey: [user_id, id]
                              covering: [status]
                    """)
                .toString();
    }

    /** Two databases do not see that transactions wait for each other; the time that one waits for a lock ends that. */
    private static String patience(DatabaseKind kind) {
        return switch (kind) {
            case POSTGRESQL -> "SET lock_timeout = '2s'";
            case MYSQL, MARIADB -> "SET SESSION innodb_lock_wait_timeout = 2";
            case H2 -> "";
        };
    }

    static void execute(Connection connection, String... texts) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String text : texts) {
                statement.execute(text);
            }
        }
    }

    static int update(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement.executeUpdate();
        }
    }

    /** The rows in order, their columns separated by slashes. */
    static List<String> rows(Connection connection, String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.append(i == 1 ? "" : "/").append(rows.getString(i));
                }
                found.add(row.toString());
            }
        }
        found.sort(null);
        return found;
    }

    /** All orders. */
    static List<String> orders(Connection connection) throws SQLException {
        return rows(connection, "SELECT user_id, id, order_no, mail, status FROM t_order");
    }

    /** What differs between the entries and the rows; empty where each row has its entry and each entry its row. */
    static List<String> strays(Connection connection) throws SQLException {
        List<String> strays = new ArrayList<>();
        difference(
                rows(connection, "SELECT order_no, user_id FROM t_order WHERE order_no IS NOT NULL"),
                rows(connection, "SELECT order_no, user_id FROM " + NUMBERS),
                strays);
        difference(
                rows(connection, "SELECT mail, user_id, id, status FROM t_order WHERE mail IS NOT NULL"),
                rows(connection, "SELECT mail, user_id, id, status FROM " + MAILS),
                strays);
        return strays;
    }

    private static void difference(List<String> rows, List<String> entries, List<String> strays) {
        List<String> without = new ArrayList<>(rows);
        entries.forEach(without::remove);
        without.forEach(each -> strays.add("row without entry " + each));
        List<String> orphans = new ArrayList<>(entries);
        rows.forEach(orphans::remove);
        orphans.forEach(each -> strays.add("entry without row " + each));
    }

    Connection openPlain() throws SQLException {
        return DriverManager.getConnection(plainUrl, server.user(), server.password());
    }

    /** A connection to one of the data sources. */
    Connection openSource(int dataSource) throws SQLException {
        return DriverManager.getConnection(urls.get(dataSource), server.user(), server.password());
    }

    Connection open() throws SQLException {
        return sharded.getConnection();
    }

    ShardingDataSource sharded() {
        return sharded;
    }

    @Override
    public void close() {
        sharded.close();
    }
}
