package org.shardingjdbc.feature.shadow;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.TestServer;

/**
 * What both sides must hold: two plain databases, one of which is given the statements without marks, the other one
 * those with marks.
 */
final class ShadowModel implements AutoCloseable {
    static final List<String> TABLES = List.of("t_order", "t_item", "t_country", "t_one");

    private final TestServer server;
    private final List<String> names = new ArrayList<>();
    private final List<Connection> plain = new ArrayList<>();

    ShadowModel(TestServer server, String prefix) throws SQLException {
        this.server = server;
        for (String side : List.of("production", "shadow")) {
            String name = prefix + side;
            server.createDatabase(name);
            names.add(name);
            Connection connection = server.dataSource(name).getConnection();
            plain.add(connection);
            try (Statement statement = connection.createStatement()) {
                for (String table : TABLES) {
                    String user = table.equals("t_order") || table.equals("t_item") ? "user_id INT, " : "";
                    statement.execute(
                            "CREATE TABLE " + table + " (id BIGINT PRIMARY KEY, " + user + "note VARCHAR(20))");
                }
            }
        }
    }

    /** The database of a side. */
    Connection of(boolean shadow) {
        return plain.get(shadow ? 1 : 0);
    }

    /** The rows of a table, in their order. */
    static List<String> rows(Connection connection, String hint, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return RandomShadowTest.result(statement, hint + "SELECT * FROM " + table + " ORDER BY id");
        }
    }

    @Override
    public void close() throws SQLException {
        for (Connection connection : plain) {
            connection.close();
        }
        for (String name : names) {
            server.dropDatabase(name);
        }
    }
}
