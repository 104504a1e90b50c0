package org.shardingjdbc.benchmarks;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What the benchmarks work on: {@code t_order} in two data sources with four actual tables each. Order i belongs to
 * user i / 4; its data source follows from the user, its table from the order, its status from the user. Each order has
 * two items in {@code t_order_item}, which lies as the orders do.
 */
final class Data {
    static final int DATA_SOURCES = 2;
    static final int TABLES = 4;
    static final int NODES = DATA_SOURCES * TABLES;

    /** Orders that are inserted by benchmarks begin here. */
    static final long NEW_ORDERS = 100_000_000;

    /** The order that statements of one text ask for. */
    static final long KNOWN_ORDER = 17;

    static final int ROWS_AT_ONCE = 10;

    /** Rows of a stream that come with one round trip. */
    static final int FETCH_SIZE = 500;

    /** Two items of each order. */
    static final int ITEMS = 2;

    private static final String COLUMNS =
            "(order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, status VARCHAR(10) NOT NULL)";
    private static final String ITEM_COLUMNS =
            "(item_id BIGINT PRIMARY KEY, order_id BIGINT NOT NULL, user_id INT NOT NULL, quantity INT NOT NULL)";
    private static final String STATUS =
            "CASE MOD(x / 4, 4) WHEN 0 THEN 'NEW' WHEN 1 THEN 'PAID' WHEN 2 THEN 'SENT' ELSE 'DONE' END";

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

    /** Makes the tables anew: orders from 0 on with their items. */
    static void create(Backend backend, int orders) throws SQLException {
        create(backend, orders, ITEMS);
    }

    /** Makes the tables anew, the items' empty. */
    static void createOrders(Backend backend, int orders) throws SQLException {
        create(backend, orders, 0);
    }

    private static void create(Backend backend, int orders, int items) throws SQLException {
        for (int dataSource = 0; dataSource < DATA_SOURCES; dataSource++) {
            try (Connection connection = backend.connect(dataSource);
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < TABLES; table++) {
                    String order = "t_order_" + table;
                    String item = "t_order_item_" + table;
                    String here = " FROM " + backend.series(orders) + " WHERE MOD(x, 4) = " + table
                            + " AND MOD(x / 4, 2) = " + dataSource;
                    statement.execute("DROP TABLE IF EXISTS " + order);
                    statement.execute("DROP TABLE IF EXISTS " + item);
                    statement.execute("CREATE TABLE " + order + COLUMNS);
                    statement.execute("CREATE TABLE " + item + ITEM_COLUMNS);
                    statement.execute("INSERT INTO " + order + " SELECT x, x / 4, " + STATUS + here);
                    for (int i = 0; i < items; i++) {
                        statement.execute("INSERT INTO " + item + " SELECT x * " + ITEMS + " + " + i + ", x, x / 4, "
                                + (i + 1) + here);
                    }
                    statement.execute("CREATE INDEX i_" + order + " ON " + order + " (user_id)");
                    statement.execute("CREATE INDEX i_" + item + " ON " + item + " (order_id)");
                }
                backend.settle(statement);
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

        static String insertRows(String table, int rows) {
            return insert(table) + ", (?, ?, ?)".repeat(rows - 1);
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

        static String range(String table) {
            return "SELECT order_id, status FROM " + table + " WHERE order_id BETWEEN ? AND ?";
        }

        static String join(String order, String item) {
            return "SELECT o.order_id, i.item_id, i.quantity FROM " + order + " o JOIN " + item
                    + " i ON o.user_id = i.user_id AND o.order_id = i.order_id WHERE o.user_id = ?";
        }

        static String joinByKey(String order, String item) {
            return "SELECT o.order_id, i.item_id, i.quantity FROM " + order + " o JOIN " + item
                    + " i ON o.order_id = i.order_id WHERE o.order_id = ? AND o.user_id = ?";
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

        static String groupByStatus(String table) {
            return "SELECT status, COUNT(*) FROM " + table + " GROUP BY status ORDER BY status";
        }

        static List<String> ofTables(UnaryOperator<String> sql) {
            return List.of(
                    sql.apply("t_order_0"), sql.apply("t_order_1"), sql.apply("t_order_2"), sql.apply("t_order_3"));
        }
    }
}
