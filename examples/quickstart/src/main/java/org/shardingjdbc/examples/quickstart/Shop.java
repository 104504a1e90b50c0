package org.shardingjdbc.examples.quickstart;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;

/** The data of the tour: 2,000 orders of 97 users with 1 to 3 items each, always the same. */
final class Shop {
    static final int ORDER_COUNT = 2_000;
    static final int USER_COUNT = 97;

    static final String CREATE_ORDER = "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL,"
            + " country CHAR(2), status VARCHAR(10), amount DECIMAL(10, 2), ordered_on DATE)";
    static final String CREATE_ITEM = "CREATE TABLE t_order_item (item_id BIGINT PRIMARY KEY,"
            + " order_id BIGINT NOT NULL, user_id INT NOT NULL, product VARCHAR(20), quantity INT)";
    static final String CREATE_COUNTRY = "CREATE TABLE t_country (code CHAR(2) PRIMARY KEY, name VARCHAR(20) NOT NULL)";
    static final String INSERT_COUNTRIES = "INSERT INTO t_country (code, name) VALUES"
            + " ('DE', 'Germany'), ('FR', 'France'), ('JP', 'Japan'), ('PE', 'Peru')";
    static final String INSERT_ORDER =
            "INSERT INTO t_order (order_id, user_id, country, status, amount, ordered_on) VALUES (?, ?, ?, ?, ?, ?)";
    static final String INSERT_ITEM =
            "INSERT INTO t_order_item (order_id, user_id, product, quantity) VALUES (?, ?, ?, ?)";

    private static final String[] COUNTRIES = {"DE", "FR", "JP", "PE"};
    private static final String[] STATUSES = {"NEW", "PAID", "SENT", "DONE", "DONE"};
    private static final String[] PRODUCTS = {"Lamp", "Chair", "Table", "Clock", "Vase", "Mirror", "Rug"};

    private Shop() {}

    /** Inserts all orders and items in batches; returns how many items. */
    static int fill(Connection connection) throws SQLException {
        int items = 0;
        try (PreparedStatement order = connection.prepareStatement(INSERT_ORDER);
                PreparedStatement item = connection.prepareStatement(INSERT_ITEM)) {
            for (int id = 1; id <= ORDER_COUNT; id++) {
                bind(order, orderRow(id));
                order.addBatch();
                for (int i = 0; i <= id % 3; i++) {
                    bind(item, id, userOf(id), PRODUCTS[(id * 5 + i) % PRODUCTS.length], 1 + (id + i) % 4);
                    item.addBatch();
                    items++;
                }
                if (id % 500 == 0) {
                    order.executeBatch();
                    item.executeBatch();
                }
            }
        }
        return items;
    }

    /** The values for {@link #INSERT_ORDER}. */
    static Object[] orderRow(int id) {
        return new Object[] {
            (long) id,
            userOf(id),
            COUNTRIES[id * 7 % 11 % COUNTRIES.length],
            STATUSES[id % STATUSES.length],
            BigDecimal.valueOf(500 + id * 7919L % 100_000, 2),
            Date.valueOf(LocalDate.of(2026, 1, 1).plusDays(id % 300))
        };
    }

    private static int userOf(int orderId) {
        return 1 + orderId * 31 % USER_COUNT;
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
