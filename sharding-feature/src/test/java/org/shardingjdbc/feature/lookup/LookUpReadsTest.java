package org.shardingjdbc.feature.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shardingjdbc.feature.lookup.LookUpFixture.query;
import static org.shardingjdbc.feature.lookup.LookUpFixture.update;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** What asks for rows by looked-up columns asks the nodes that have them, and no others. */
class LookUpReadsTest {
    private static final int USERS = 40;

    /** Orders 1 to 40, each of a user of its own; the numbers and buyers of every tenth one are unknown. */
    private static void fill(LookUpFixture shop) throws SQLException {
        StringBuilder orders = new StringBuilder("INSERT INTO t_order VALUES ");
        StringBuilder numbers = new StringBuilder("INSERT INTO t_order_by_no VALUES ");
        StringBuilder buyers = new StringBuilder("INSERT INTO t_order_by_buyer VALUES ");
        StringBuilder items = new StringBuilder("INSERT INTO t_item VALUES ");
        for (int i = 1; i <= USERS; i++) {
            String comma = i == 1 ? "" : ", ";
            boolean known = i % 10 != 0;
            String no = known ? "'no-" + i + "'" : "NULL";
            String buyer = known ? "'buyer-" + i % 3 + "'" : "NULL";
            orders.append("%s(%d, %d, %s, %s, %d)".formatted(comma, i, 100 + i, no, buyer, i * 10));
            items.append("%s(%d, %d, 'item-%d')".formatted(comma, i, 100 + i, i));
            if (known) {
                numbers.append("%s(%s, %d)".formatted(comma, no, i));
                buyers.append("%s(%s, %d, %d, %d)".formatted(comma, buyer, i, 100 + i, i * 10));
            }
        }
        shop.withoutRule(items.toString(), numbers.toString(), buyers.toString(), orders.toString());
    }

    @ParameterizedTest
    @EnumSource
    void aUniqueValueAsksTheEntryAndTheRow(DatabaseKind kind) throws Exception {
        try (LookUpFixture shop = LookUpFixture.open(kind, "look_up_reads");
                Connection connection = shop.connect()) {
            fill(shop);
            String sql = "SELECT amount FROM t_order WHERE order_no = ?";
            assertThat(shop.sharded().explain(sql, "no-7").toString())
                    .startsWith("LookUp by_no\n├─ Entries\n")
                    .contains("FROM t_order_by_no_")
                    .contains("└─ Rest with the values found\n");
            try (PreparedStatement prepared = connection.prepareStatement(sql)) {
                for (int order : List.of(7, 8, 31)) {
                    prepared.setString(1, "no-" + order);
                    shop.asked();
                    try (ResultSet rows = prepared.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getInt(1)).isEqualTo(order * 10);
                        assertThat(rows.next()).isFalse();
                    }
                    assertAskedTwo(shop, order);
                }
            }
            assertThat(query(connection, "SELECT amount FROM t_order WHERE order_no = 'no-9' AND amount > 5"))
                    .containsExactly("90");
            assertAskedTwo(shop, 9);
            assertThat(query(connection, "SELECT amount FROM t_order WHERE order_no = 'no-9' AND amount > 90"))
                    .isEmpty();
            assertAskedTwo(shop, 9);
        }
    }

    private static void assertAskedTwo(LookUpFixture shop, int user) {
        List<String> asked = shop.asked();
        assertThat(asked).hasSize(2);
        assertThat(asked.get(0)).contains("t_order_by_no_");
        assertThat(asked.get(1)).startsWith("ds_" + user % 2 + " ").contains("t_order_" + user % 8);
    }

    @ParameterizedTest
    @EnumSource
    void aValueWithoutEntryAsksOneMoreNodeAtMost(DatabaseKind kind) throws Exception {
        try (LookUpFixture shop = LookUpFixture.open(kind, "look_up_reads");
                Connection connection = shop.connect()) {
            fill(shop);
            try (PreparedStatement prepared =
                            connection.prepareStatement("SELECT id, amount AS paid FROM t_order WHERE order_no = ?");
                    ResultSet rows = ask(prepared, "none")) {
                assertThat(rows.getMetaData().getColumnCount()).isEqualTo(2);
                assertThat(rows.getMetaData().getColumnLabel(2)).isEqualToIgnoringCase("paid");
                assertThat(rows.next()).isFalse();
            }
            assertThat(shop.asked()).hasSizeLessThanOrEqualTo(2);
            assertThat(query(connection, "SELECT COUNT(*) FROM t_order WHERE order_no = ?", "none"))
                    .containsExactly("0");
            assertThat(shop.asked()).hasSizeLessThanOrEqualTo(2);
            assertThat(query(connection, "SELECT id FROM t_order WHERE order_no = ?", new Object[] {null}))
                    .isEmpty();
            assertThat(query(connection, "SELECT id FROM t_order WHERE order_no IS NULL ORDER BY id"))
                    .containsExactly("110", "120", "130", "140");
            // an entry that points to nothing is a miss
            shop.withoutRule("INSERT INTO t_order_by_no VALUES ('orphan', 3)");
            assertThat(query(connection, "SELECT id FROM t_order WHERE order_no = ?", "orphan"))
                    .isEmpty();
            assertAskedTwo(shop, 3);
        }
    }

    private static ResultSet ask(PreparedStatement prepared, String value) throws SQLException {
        prepared.setString(1, value);
        return prepared.executeQuery();
    }

    @ParameterizedTest
    @EnumSource
    void severalValuesAndRowsAskTheNodesThatHaveThem(DatabaseKind kind) throws Exception {
        try (LookUpFixture shop = LookUpFixture.open(kind, "look_up_reads");
                Connection connection = shop.connect()) {
            fill(shop);
            assertThat(query(
                            connection,
                            "SELECT id FROM t_order WHERE order_no IN (?, 'no-9', 'none') ORDER BY id",
                            "no-1"))
                    .containsExactly("101", "109");
            // users 1 and 9 are on one node
            assertThat(rowsAsked(shop)).hasSize(1);
            List<String> bought = new ArrayList<>();
            for (int i = 2; i <= USERS; i += 3) {
                if (i % 10 != 0) {
                    bought.add(String.valueOf(100 + i));
                }
            }
            assertThat(query(connection, "SELECT id FROM t_order WHERE buyer = ? ORDER BY id", "buyer-2"))
                    .containsExactlyElementsOf(bought);
            assertThat(query(connection, "SELECT id FROM t_order WHERE buyer = ? AND order_no = ?", "buyer-2", "no-5"))
                    .containsExactly("105");
            shop.asked();
            assertThat(query(
                            connection,
                            "SELECT SUM(amount) FROM t_order WHERE buyer = 'buyer-1' AND order_no = 'no-4'"))
                    .containsExactly("40");
            assertThat(shop.asked()).hasSize(2);
        }
    }

    private static List<String> rowsAsked(LookUpFixture shop) {
        return shop.asked().stream()
                .filter(each -> !each.contains("_by_no") && !each.contains("_by_buyer"))
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void joinsAskWhereTheRowsAre(DatabaseKind kind) throws Exception {
        try (LookUpFixture shop = LookUpFixture.open(kind, "look_up_reads");
                Connection connection = shop.connect()) {
            fill(shop);
            assertThat(query(
                            connection,
                            "SELECT i.name FROM t_order o JOIN t_item i ON i.user_id = o.user_id"
                                    + " AND i.order_id = o.id WHERE o.order_no = ?",
                            "no-13"))
                    .containsExactly("item-13");
            assertThat(shop.asked()).hasSize(2);
            assertThat(query(
                            connection,
                            "SELECT o.amount FROM t_item i LEFT JOIN t_order o ON o.user_id = i.user_id"
                                    + " WHERE i.user_id = 5 AND o.order_no = 'no-5'"))
                    .containsExactly("50");
            assertThat(shop.asked()).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOpenTransactionSeesItsOwnEntries(DatabaseKind kind) throws Exception {
        try (LookUpFixture shop = LookUpFixture.openInOne(kind, "look_up_one");
                Connection connection = shop.connect();
                Connection other = shop.connect()) {
            update(
                    connection,
                    "INSERT INTO t_order VALUES (7, 107, 'no-7', 'buyer', 70), (8, 108, 'no-8', 'buyer', 80)");
            connection.setAutoCommit(false);
            update(connection, "UPDATE t_order SET order_no = 'mine' WHERE order_no = 'no-7'");
            String sql = "SELECT amount FROM t_order WHERE order_no = ?";
            assertThat(query(connection, sql, "mine")).containsExactly("70");
            assertThat(query(connection, sql, "no-7")).isEmpty();
            assertThat(query(other, sql, "mine")).isEmpty();
            assertThat(query(other, sql, "no-7")).containsExactly("70");
            connection.rollback();
            assertThat(query(connection, sql, "no-7")).containsExactly("70");
            connection.rollback();
        }
    }
}
