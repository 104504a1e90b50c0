package org.shardingjdbc.jdbc.modes;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;

/** The schema and the rows that the differential files ask: NULLs, ties, negative numbers, mixed case and accents. */
final class ModesData {
    private static final int ORDER_COUNT = 120;
    private static final String[] STATUSES = {"NEW", "PAID", null, "SENT", "DONE", "PAID"};
    private static final String[] NOTES = {"apple", "Apple", "pear", "Zoë", "zebra", null, "one more note", "äpfel", ""
    };
    private static final String[] PRODUCTS = {"Lamp", "Chair", "Table", "Clock", "Vase"};
    private static final String[] NAMES = {"ann", "Bob", "Ann", "zoe", "Zoë", "bob", "Émile", "eve", "Eve", "Ann"};
    private static final String[] COUNTRIES = {"DE", "FR", "JP", null, "PE", "XX"};

    private ModesData() {}

    /** Creates and fills all tables, through both sides alike. */
    static void create(DatabaseKind kind, PlainAndSharded both) throws SQLException {
        boolean mySqlFamily = kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL;
        String timestamp = mySqlFamily ? "DATETIME" : "TIMESTAMP";
        both.setUp(
                "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, status VARCHAR(12),"
                        + " amount DECIMAL(12, 2), rate DOUBLE PRECISION, quantity INT, note VARCHAR(40), created DATE,"
                        + " paid_at " + timestamp + ", active BOOLEAN)",
                "CREATE TABLE t_order_item (item_id BIGINT PRIMARY KEY, order_id BIGINT NOT NULL,"
                        + " user_id INT NOT NULL, product VARCHAR(20), price DECIMAL(10, 2), qty INT)",
                "CREATE TABLE t_user (user_id INT PRIMARY KEY, name VARCHAR(30), country CHAR(2), score INT,"
                        + " joined DATE)",
                "CREATE TABLE t_country (code CHAR(2) PRIMARY KEY, name VARCHAR(30), continent VARCHAR(20))",
                "CREATE TABLE t_config (name VARCHAR(30) PRIMARY KEY, cfg_value VARCHAR(60))",
                "INSERT INTO t_country (code, name, continent) VALUES ('DE', 'Germany', 'Europe'),"
                        + " ('FR', 'France', 'Europe'), ('JP', 'Japan', 'Asia'), ('PE', 'Peru', NULL)",
                "INSERT INTO t_config (name, cfg_value) VALUES ('mode', 'fast'), ('DE', 'yes'), ('empty', NULL)");
        fill(both.plain());
        fill(both.sharded());
    }

    private static void fill(Connection connection) throws SQLException {
        insertOrders(connection);
        insertItems(connection);
        insertUsers(connection);
    }

    private static void insertOrders(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order (order_id, user_id, status,"
                + " amount, rate, quantity, note, created, paid_at, active) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (int id = 1; id <= ORDER_COUNT; id++) {
                bind(
                        insert,
                        (long) id,
                        userOf(id),
                        STATUSES[id % STATUSES.length],
                        id % 11 == 0 ? null : BigDecimal.valueOf(id * 7919L % 20_000 - 500, 2),
                        id % 13 == 0 ? null : id * 0.37 % 1.3,
                        id % 7 == 0 ? null : id % 5 - 1,
                        NOTES[id % NOTES.length],
                        Date.valueOf(LocalDate.of(2026, 1, 1).plusDays(id * 3L % 80)),
                        id % 4 == 0
                                ? null
                                : Timestamp.valueOf(
                                        LocalDateTime.of(2026, 3, 1, 8, 0).plusMinutes(id * 97L)),
                        id % 9 == 0 ? null : id % 2 == 0);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static void insertItems(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order_item (item_id, order_id,"
                + " user_id, product, price, qty) VALUES (?, ?, ?, ?, ?, ?)")) {
            long item = 1;
            for (int id = 1; id <= ORDER_COUNT; id++) {
                for (int i = 0; i < id % 4; i++) {
                    bind(
                            insert,
                            item++,
                            (long) id,
                            userOf(id),
                            PRODUCTS[(id + i * 2) % PRODUCTS.length],
                            BigDecimal.valueOf(199 + id * 31L % 1000, 2),
                            1 + (id + i) % 5);
                    insert.addBatch();
                }
            }
            insert.executeBatch();
        }
    }

    private static void insertUsers(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO t_user (user_id, name, country, score, joined) VALUES (?, ?, ?, ?, ?)")) {
            for (int id = -5; id <= 24; id++) {
                bind(
                        insert,
                        id,
                        NAMES[Math.floorMod(id * 3, NAMES.length)],
                        COUNTRIES[Math.floorMod(id, COUNTRIES.length)],
                        id % 5 == 0 ? null : id * 17 % 23,
                        Date.valueOf(LocalDate.of(2020, 1, 31).plusMonths(id)));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    /** Orders 15 belongs to user 3, 21 to 5, 22 to 6. */
    private static int userOf(int order) {
        return switch (order) {
            case 15 -> 3;
            case 21 -> 5;
            case 22 -> 6;
            default -> 1 + order * 5 % 9;
        };
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }
}
