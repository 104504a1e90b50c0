package io.shardingjdbc.benchmarks;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * What the benchmarks work on: {@code t_order} in two data sources with four actual tables each. Order i belongs to
 * user i / 4; its data source follows from the user, its table from the order.
 */
final class Data {
    static final int DATA_SOURCES = 2;
    static final int TABLES = 4;
    static final int NODES = DATA_SOURCES * TABLES;

    /** Orders that are inserted by benchmarks begin here. */
    static final long NEW_ORDERS = 100_000_000;

    private static final String COLUMNS =
            "(order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, status VARCHAR(10) NOT NULL)";

    private Data() {}

    static int user(long order) {
        return (int) (order / 4);
    }

    static int dataSource(long order) {
        return user(order) % DATA_SOURCES;
    }

    static int table(long order) {
        return (int) (order % TABLES);
    }

    /** Data source by data source. */
    static int node(long order) {
        return dataSource(order) * TABLES + table(order);
    }

    /** Makes the tables anew. */
    static void create(Backend backend, int rows) throws SQLException {
        for (int dataSource = 0; dataSource < DATA_SOURCES; dataSource++) {
            try (Connection connection = backend.connect(dataSource);
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < TABLES; table++) {
                    String name = "t_order_" + table;
                    statement.execute("DROP TABLE IF EXISTS " + name);
                    statement.execute("CREATE TABLE " + name + COLUMNS);
                    statement.execute("INSERT INTO " + name + " SELECT x, x / 4, 'PAID' FROM " + backend.series(rows)
                            + " WHERE MOD(x, 4) = " + table + " AND MOD(x / 4, 2) = " + dataSource);
                }
            }
        }
    }

    /** Takes away what was inserted. */
    static void clean(Backend backend) throws SQLException {
        for (int dataSource = 0; dataSource < DATA_SOURCES; dataSource++) {
            try (Connection connection = backend.connect(dataSource);
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < TABLES; table++) {
                    statement.execute("DELETE FROM t_order_" + table + " WHERE order_id >= " + NEW_ORDERS);
                }
            }
        }
    }

    /** The SQL that all use, with the table's name. */
    static final class Sql {
        private Sql() {}

        static String select(String table) {
            return "SELECT status FROM " + table + " WHERE user_id = ? AND order_id = ?";
        }

        static String literals(String table, long order) {
            return "SELECT status FROM " + table + " WHERE user_id = " + user(order) + " AND order_id = " + order;
        }

        static String insert(String table) {
            return "INSERT INTO " + table + " (order_id, user_id, status) VALUES (?, ?, ?)";
        }

        static String update(String table) {
            return "UPDATE " + table + " SET status = ? WHERE user_id = ? AND order_id = ?";
        }

        static String delete(String table) {
            return "DELETE FROM " + table + " WHERE user_id = ? AND order_id = ?";
        }

        static String in(String table, int keys) {
            return "SELECT order_id FROM " + table + " WHERE order_id IN (" + "?, ".repeat(keys - 1) + "?)";
        }

        static String top(String table) {
            return "SELECT order_id, status FROM " + table + " ORDER BY order_id LIMIT ? OFFSET ?";
        }

        static String stream(String table) {
            return "SELECT order_id, status FROM " + table + " ORDER BY order_id";
        }

        static String group(String table) {
            return "SELECT user_id, COUNT(*) FROM " + table + " GROUP BY user_id ORDER BY user_id";
        }

        static List<String> ofNodes(java.util.function.UnaryOperator<String> sql) {
            return List.of(
                    sql.apply("t_order_0"), sql.apply("t_order_1"), sql.apply("t_order_2"), sql.apply("t_order_3"));
        }
    }
}
