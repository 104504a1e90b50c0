package org.shardingjdbc.examples.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * A shop whose orders lie in two databases with two tables each, served as one PostgreSQL server until Enter is
 * pressed. The only argument is the port, 5433 where none is given.
 */
public final class ServedShop {
    private static final String PASSWORD = "secret";

    private ServedShop() {}

    public static void main(String... arguments) throws Exception {
        run(System.in, System.out, arguments.length == 0 ? 5433 : Integer.parseInt(arguments[0]));
    }

    /** Serves until {@code in} has a line or an end. */
    static void run(InputStream in, PrintStream out, int port) throws IOException, SQLException {
        out.println("Starting PostgreSQL: some seconds, the first time a minute to unpack it ...");
        TestServer server = TestServer.own(DatabaseKind.POSTGRESQL);
        try (ShardingDataSource dataSource = shop(server)) {
            fill(dataSource);
            ProxyOptions options =
                    ProxyOptions.onPort(port).user("shop", PASSWORD).health(0);
            try (ShardingProxy proxy = ShardingProxy.start(dataSource, options)) {
                out.printf(
                        "%nt_order lies in %s. All of them are one table here:%n%n", dataSource.dataNodes("t_order"));
                out.printf("    PGPASSWORD=%s psql -h 127.0.0.1 -p %d -U shop shop%n%n", PASSWORD, proxy.port());
                out.println("and then, for example:");
                out.println();
                out.println("    \\dt");
                out.println(
                        "    SELECT user_id, count(*), sum(amount) FROM t_order GROUP BY user_id ORDER BY 3 DESC LIMIT 3;");
                out.println("    EXPLAIN SHARDING SELECT * FROM t_order WHERE user_id = 7 AND order_id = 70;");
                out.printf(
                        "%nWhether it lives: http://127.0.0.1:%d/health/ready. Enter ends it.%n", proxy.healthPort());
                in.read();
            }
        } finally {
            server.end();
        }
    }

    private static ShardingDataSource shop(TestServer server) throws IOException, SQLException {
        System.setProperty("user", server.user());
        System.setProperty("password", server.password());
        for (String database : new String[] {"shop_0", "shop_1"}) {
            String url = server.createDatabase(database);
            // the proxy hands values on as the database writes them
            System.setProperty(database, url + (url.contains("?") ? "&" : "?") + "binaryTransfer=false");
        }
        try (InputStream yaml = ServedShop.class.getResourceAsStream("/shop.yaml")) {
            String text = new String(yaml.readAllBytes(), StandardCharsets.UTF_8);
            return ShardingDataSourceFactory.create(
                    YamlConfigurations.parse(text, "shop.yaml", PlaceholderType.SYSTEM_PROPS));
        }
    }

    private static void fill(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, amount INT)");
            StringBuilder insert = new StringBuilder("INSERT INTO t_order VALUES ");
            for (int order = 1; order <= 1_000; order++) {
                insert.append(order == 1 ? "" : ", ")
                        .append("(%d, %d, %d)".formatted(order, order % 50, order * 37 % 1_000));
            }
            statement.execute(insert.toString());
        }
    }
}
