package org.shardingjdbc.jdbc.complaints;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.testkit.DatabaseKind;

/** Complaints C1.10 to C1.16: types, empty sets, rows written twice, texts of several statements, pages, streams. */
class SilentlyWrongDetailsTest extends ComplaintsSuite {

    @Test
    @DisplayName("C1.10 sharding conditions of other classes and in other letters")
    void conditionsOfOtherClasses() {
        for (Object key : new Object[] {5, 5L, (short) 5, new BigDecimal("5"), new BigDecimal("5.0")}) {
            forms.rows("SELECT order_id FROM t_order WHERE user_id = ?", key)
                    .rows("SELECT order_id FROM t_order WHERE user_id = ? AND USER_ID = ?", key, 5)
                    .rows("SELECT order_id FROM t_order WHERE user_id = ? OR user_id = ?", key, 1L)
                    .rows("SELECT order_id FROM t_order WHERE t_order.USER_ID IN (?, ?)", 1L, key)
                    .rows("SELECT order_id FROM t_order WHERE user_id BETWEEN ? AND ?", key, 6L)
                    .rows("SELECT order_id FROM t_order WHERE user_id >= ? AND user_id < ?", 2L, key);
        }
        if (!forms.mySqlFamily()) {
            forms.rows("SELECT o.order_id FROM T_ORDER O WHERE o.User_ID = ?", 5);
        }
        forms.rows("SELECT order_id FROM t_order WHERE user_id = ?", new BigDecimal("5.5"))
                .rows("SELECT order_id FROM t_order WHERE user_id > ? AND user_id < ?", new BigDecimal("4.5"), 5.5)
                .rows(
                        "SELECT O.order_id FROM t_order O JOIN t_item I ON O.USER_ID = I.user_id WHERE I.User_Id = ?",
                        4L);
    }

    @Test
    @DisplayName("C1.11 aggregates of no rows, of empty nodes and of NULLs")
    void aggregatesOfNoRows() {
        forms.list(
                        "SELECT COUNT(*), SUM(amount), MIN(amount), MAX(amount), AVG(amount) FROM t_order WHERE amount > ?",
                        999)
                .list("SELECT COUNT(amount), SUM(amount) FROM t_order WHERE user_id = ?", 3)
                .list("SELECT COUNT(*), SUM(quantity), AVG(quantity), MIN(product), MAX(quantity) FROM t_item")
                .rows("SELECT status, COUNT(*) FROM t_order WHERE amount > ? GROUP BY status", 999)
                .rows("SELECT quantity, COUNT(quantity), SUM(quantity) FROM t_item GROUP BY quantity")
                .list("SELECT SUM(amount) FROM t_order WHERE 1 = 0")
                .list("SELECT COUNT(*) FROM t_order WHERE user_id IN (?, ?)", 77, 78)
                .list("SELECT COUNT(DISTINCT amount), AVG(DISTINCT amount) FROM t_order WHERE amount > ?", 999)
                .list("SELECT COUNT(*) FROM t_order HAVING COUNT(*) > ?", 3)
                .list("SELECT COUNT(*) FROM t_order WHERE amount > 999 HAVING COUNT(*) > ?", 0)
                .list("SELECT COUNT(*), MAX(amount) FROM t_order WHERE user_id = 1 AND user_id = 2")
                .list("SELECT COUNT(*) FROM t_order LIMIT 0");
    }

    @Test
    @DisplayName("C1.12 a row that comes from no table is written once, to its node")
    void rowsOfNoTable() {
        forms.write("t_order", "INSERT INTO t_order (order_id, user_id, status) SELECT 33, 3, 'x'")
                .write("t_order", "INSERT INTO t_order (order_id, user_id, status) SELECT 33, 7, 'x'")
                .write("t_account", "INSERT INTO t_account (account_id, city) SELECT 90, 'x'")
                .write("t_country", "INSERT INTO t_country (code, name) SELECT 'fr', 'France'")
                .write("t_config", "INSERT INTO t_config (name, content) SELECT 'n', 'c'")
                .write(
                        "t_order",
                        "INSERT INTO t_order (order_id, user_id, status) VALUES (?, ?, ?), (?, ?, ?)",
                        33,
                        3,
                        "x",
                        34,
                        4,
                        "y");
        if (forms.on(DatabaseKind.POSTGRESQL)) {
            forms.write(
                    "t_order", "INSERT INTO t_order (order_id, user_id) SELECT n, n FROM generate_series(50, 53) n");
        }
    }

    @Test
    @DisplayName("C1.13 a text of several statements executes each where its rows are, or none of them")
    void severalStatementsInOneText() throws SQLException {
        for (String sql : new String[] {
            "DELETE FROM t_order WHERE user_id = 1; DELETE FROM t_order WHERE user_id = 2",
            "SELECT order_id FROM t_order; SELECT item_id FROM t_item",
            "UPDATE t_config SET content = 'x'; UPDATE t_order SET status = 'x'",
            "DELETE FROM t_order WHERE user_id = 1; DELETE FROM t_country"
        }) {
            if (forms.mySqlFamily()) {
                forms.refused("SHD-1013", sql);
            } else {
                forms.sameOutcome(sql);
            }
        }
        forms.rows("SELECT order_id FROM t_order WHERE user_id = ?;", 1)
                .rows("SELECT order_id FROM t_order WHERE status <> ';' ; ")
                .rows("SELECT * FROM t_order")
                .rows("SELECT * FROM t_config")
                .rows("SELECT code, name FROM t_country");
        if (!forms.mySqlFamily()) {
            forms.rows("SELECT order_id FROM t_order; -- the end");
        }
    }

    @Test
    @DisplayName("C1.14 a page over several nodes has the rows and the order of one database")
    void pages() {
        forms.list("SELECT order_id FROM t_order ORDER BY order_id DESC LIMIT 5")
                .list("SELECT order_id FROM t_order ORDER BY order_id LIMIT ? OFFSET ?", 3, 4)
                .list("SELECT order_id, amount FROM t_order WHERE status = ? ORDER BY created, order_id LIMIT 2", "new")
                .list("SELECT order_id FROM t_order ORDER BY amount DESC, order_id LIMIT ?", 4)
                .list("SELECT status, COUNT(*) AS n FROM t_order WHERE status IS NOT NULL GROUP BY status"
                        + " ORDER BY n DESC, MIN(order_id) LIMIT 2")
                .list("SELECT order_id FROM t_order ORDER BY order_id LIMIT 3 OFFSET 100")
                .list("SELECT order_id FROM t_order ORDER BY order_id LIMIT 0");
        if (!forms.mySqlFamily()) {
            forms.list("SELECT order_id FROM t_order ORDER BY order_id OFFSET 2 ROWS FETCH NEXT 5 ROWS ONLY")
                    .list("SELECT order_id FROM t_order ORDER BY order_id FETCH FIRST 5 ROWS ONLY");
        }
        if (!forms.on(DatabaseKind.POSTGRESQL)) {
            forms.list("SELECT order_id FROM t_order ORDER BY order_id LIMIT 2, 5");
        }
    }

    @Test
    @DisplayName("C1.15 a stream goes whole to each node that needs it")
    void streams() throws SQLException {
        byte[] bytes = new byte[100_000];
        Arrays.fill(bytes, (byte) 7);
        String text = "äx".repeat(20_000);
        try (Connection connection = shards.sharded().getConnection()) {
            try (PreparedStatement update =
                    connection.prepareStatement("UPDATE t_doc SET content = ?, txt = ? WHERE n > ?")) {
                update.setBinaryStream(1, new ByteArrayInputStream(bytes));
                update.setCharacterStream(2, new StringReader(text));
                update.setInt(3, 0);
                assertThat(update.executeUpdate()).isEqualTo(5);
            }
            try (PreparedStatement insert = connection.prepareStatement(
                    "INSERT INTO t_doc (doc_id, content, txt, n) VALUES (?, ?, ?, 9), (?, ?, ?, 9)")) {
                for (int row = 0; row < 2; row++) {
                    insert.setInt(row * 3 + 1, 11 + row);
                    insert.setBinaryStream(row * 3 + 2, new ByteArrayInputStream(bytes), bytes.length);
                    insert.setCharacterStream(row * 3 + 3, new StringReader(text), text.length());
                }
                assertThat(insert.executeUpdate()).isEqualTo(2);
            }
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT doc_id, content, txt FROM t_doc ORDER BY doc_id")) {
                for (int id : new int[] {1, 2, 3, 4, 5, 11, 12}) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt(1)).isEqualTo(id);
                    assertThat(rows.getBytes(2)).as("content of %d", id).isEqualTo(bytes);
                    assertThat(rows.getString(3)).as("text of %d", id).isEqualTo(text);
                }
            }
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("DELETE FROM t_doc WHERE n = 9");
                statement.executeUpdate("UPDATE t_doc SET content = NULL, txt = NULL");
            }
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO t_country (code, flag) VALUES ('yy', ?)")) {
                insert.setBinaryStream(1, new ByteArrayInputStream(bytes));
                insert.executeUpdate();
            }
        }
        for (int dataSource = 0; dataSource < 2; dataSource++) {
            assertThat(flagOf("yy", dataSource)).as("copy in ds_%d", dataSource).isEqualTo(bytes);
        }
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM t_country WHERE code = 'yy'");
        }
        forms.rows("SELECT * FROM t_doc").rows("SELECT * FROM t_country");
    }

    private static byte[] flagOf(String code, int dataSource) throws SQLException {
        try (Connection connection = shards.raw(dataSource).getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT flag FROM t_country WHERE code = ?")) {
            statement.setString(1, code);
            try (ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return rows.getBytes(1);
            }
        }
    }

    @Test
    @DisplayName("C1.16 UNION ALL and UNION of sharded tables have the rows of all nodes")
    void unions() {
        forms.rows("SELECT user_id FROM t_order UNION ALL SELECT user_id FROM t_item")
                .rows("SELECT amount FROM t_order UNION ALL SELECT balance FROM t_account")
                .rows(
                        "SELECT order_id FROM t_order WHERE user_id = ? UNION ALL SELECT order_id FROM t_order"
                                + " WHERE user_id = ?",
                        1,
                        6)
                .rows("SELECT order_id FROM t_order WHERE user_id = ? UNION ALL SELECT account_id FROM t_account", 1)
                .list("SELECT order_id AS id FROM t_order UNION ALL SELECT item_id FROM t_item ORDER BY id LIMIT ?", 7)
                .list(
                        "SELECT amount AS a FROM t_order WHERE amount > ? UNION SELECT balance FROM t_account"
                                + " WHERE balance > ? ORDER BY a",
                        1,
                        1)
                .rows("SELECT name FROM t_country WHERE name IS NOT NULL UNION ALL SELECT status FROM t_order")
                .rows(
                        "SELECT x.id FROM (SELECT order_id AS id FROM t_order UNION ALL SELECT account_id FROM t_account) x"
                                + " WHERE x.id > ?",
                        3)
                .rows("SELECT user_id FROM t_order UNION ALL SELECT user_id FROM t_item UNION ALL"
                        + " SELECT user_id FROM t_order");
        if (!forms.on(DatabaseKind.MYSQL)) {
            // MySQL 8.0.31 is the first to have them
            forms.rows("SELECT amount FROM t_order EXCEPT SELECT balance FROM t_account")
                    .rows("SELECT user_id FROM t_order INTERSECT SELECT owner_id FROM t_account");
        }
    }
}
