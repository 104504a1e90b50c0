package org.shardingjdbc.proxy.postgresql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;

/** How tests of users and limits come to a proxy of their own, over databases that others may have proxies before. */
final class Clients {
    private static final String DATABASE = "logic";

    private Clients() {}

    static ShardingProxy proxy(PostgreSqlBehindProxy servers, ProxyOptions options) throws Exception {
        return proxy(servers.fixture().sharded(), options);
    }

    static ShardingProxy proxy(ShardingDataSource dataSource, ProxyOptions options) throws Exception {
        return ShardingProxy.start(Map.of(DATABASE, dataSource), options);
    }

    static Connection connect(ShardingProxy proxy, String user, String password, String... properties)
            throws SQLException {
        return connect(proxy.port(), DATABASE, user, password, properties);
    }

    static Connection connect(int port, String database, String user, String password, String... properties)
            throws SQLException {
        Properties all = new Properties();
        all.setProperty("user", user);
        all.setProperty("password", password);
        for (int i = 0; i < properties.length; i += 2) {
            all.setProperty(properties[i], properties[i + 1]);
        }
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/" + database, all);
    }

    static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    static String value(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
