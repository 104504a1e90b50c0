package org.shardingjdbc.scaling;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** A server of MySQL or MariaDB that writes a binary log. One of each for all tests of this module. */
enum BinlogServer {
    MYSQL,
    MYSQL57,
    MARIADB;

    private static final Map<BinlogServer, TestServer> STARTED = new ConcurrentHashMap<>();

    TestServer server() {
        return STARTED.computeIfAbsent(this, each -> switch (each) {
            case MYSQL -> TestServer.followed(DatabaseKind.MYSQL, 1);
            case MYSQL57 -> TestServer.followedMySql57(3);
            case MARIADB -> TestServer.followed(DatabaseKind.MARIADB, 2);
        });
    }

    static void execute(TestServer server, String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static List<String> texts(TestServer server, String url, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
