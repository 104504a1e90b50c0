package org.shardingjdbc.feature.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.feature.lookup.LookUpFixture.query;
import static org.shardingjdbc.feature.lookup.LookUpFixture.update;

import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.testkit.DatabaseKind;

/** Tables that cannot hold the entries of a look-up are told by the check, refused at the start, and not read. */
class LookUpStructureTest {
    private static final String COLUMNS = "(order_no VARCHAR(20)%s NOT NULL PRIMARY KEY, user_id BIGINT NOT NULL)";

    private static List<CheckFinding> findings(LookUpFixture shop) throws Exception {
        return shop.sharded().check(CheckOptions.definitions()).findings().stream()
                .filter(each -> each.kind() == FindingKind.LOOK_UP_TABLE_DIFFERS
                        || each.kind() == FindingKind.LOOK_UP_TABLE_MISSING)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void theCheckTellsHowAMissingTableIsMade(DatabaseKind kind) throws Exception {
        try (LookUpFixture shop = LookUpFixture.open(kind, "look_up_missing")) {
            assertThat(findings(shop)).isEmpty();
            shop.withoutRule("DROP TABLE t_order_by_no", "DROP TABLE t_order_by_buyer");
            shop.startAgain();
            List<CheckFinding> missing = findings(shop);
            assertThat(missing)
                    .extracting(CheckFinding::kind)
                    .containsExactly(FindingKind.LOOK_UP_TABLE_MISSING, FindingKind.LOOK_UP_TABLE_MISSING);
            for (CheckFinding each : missing) {
                shop.withoutRule(each.sql().toArray(String[]::new));
            }
            shop.startAgain();
            assertThat(findings(shop)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTableOfOtherColumnsIsRefusedAtTheStartAndNotRead(DatabaseKind kind) throws Exception {
        String exact = LookUpFixture.exact(kind);
        try (LookUpFixture shop = LookUpFixture.open(kind, "look_up_differs")) {
            shop.withoutRule("INSERT INTO t_order VALUES (7, 107, '7', 'a', 70)", "DROP TABLE t_order_by_no");
            shop.withoutRule(
                    "CREATE TABLE t_order_by_no " + COLUMNS.formatted(exact).replace("VARCHAR(20)" + exact, "INT"));
            assertThatThrownBy(shop::startAgain)
                    .hasMessageContaining("SHD-3132")
                    .hasMessageContaining("The table of look-up by_no has column")
                    .hasMessageContaining("Make it as the look-up needs it");
            assertThat(findings(shop)).isNotEmpty().allSatisfy(each -> assertThat(each.place())
                    .contains("t_order_by_no_"));
            shop.withoutRule("DROP TABLE t_order_by_no");
            shop.withoutRule("CREATE TABLE t_order_by_no (order_no VARCHAR(20)%s NOT NULL, user_id BIGINT NOT NULL)"
                    .formatted(exact));
            assertThatThrownBy(shop::startAgain)
                    .hasMessageContaining("SHD-3132")
                    .hasMessageContaining("has not the primary key (");
        }
    }

    @Test
    void aLookUpThatComparesOtherwiseIsNotUsed() throws Exception {
        DatabaseKind kind = DatabaseKind.MARIADB;
        try (LookUpFixture shop = LookUpFixture.openWith(kind, "look_up_folded", " COLLATE utf8mb4_general_ci");
                Connection connection = shop.connect()) {
            shop.withoutRule("INSERT INTO t_order VALUES (7, 107, 'ABC', 'a', 70)");
            assertThat(query(connection, "SELECT amount FROM t_order WHERE order_no = 'abc'"))
                    .containsExactly("70");
            assertThat(shop.sharded()
                            .explain("SELECT amount FROM t_order WHERE order_no = 'abc'")
                            .toString())
                    .doesNotContain("LookUp");
            assertThatThrownBy(shop::startAgain)
                    .hasMessageContaining("SHD-3132")
                    .hasMessageContaining("utf8mb4_general_ci");
        }
    }

    @Test
    void aUniqueOneOfFoldedTextsMustBeInOnePlace() throws Exception {
        DatabaseKind kind = DatabaseKind.MARIADB;
        String folded = " COLLATE utf8mb4_general_ci";
        try (LookUpFixture shop = LookUpFixture.openWith(kind, "look_up_places", folded)) {
            shop.withoutRule("DROP TABLE t_order_by_no");
            shop.withoutRule("CREATE TABLE t_order_by_no " + COLUMNS.formatted(folded));
            assertThatThrownBy(shop::startAgain)
                    .hasMessageContaining("SHD-3132")
                    .hasMessageContaining("takes different texts for equal: these may be on two nodes")
                    .hasMessageContaining("keep the entries in one actual table");
        }
    }

    @ParameterizedTest
    @EnumSource
    void writesByLookedUpColumnsAskWhereTheRowsAre(DatabaseKind kind) throws Exception {
        try (LookUpFixture shop = LookUpFixture.openInOne(kind, "look_up_writes");
                Connection connection = shop.connect()) {
            update(
                    connection,
                    "INSERT INTO t_order VALUES (1, 101, 'a', 'x', 10), (2, 102, 'b', 'x', 20), (3, 103, 'c', 'y', 30)");
            shop.asked();
            assertThat(update(connection, "UPDATE t_item SET name = 'n' WHERE user_id = 1"))
                    .isZero();
            assertThat(shop.asked()).hasSize(1);
            assertThat(shop.sharded()
                            .explain("UPDATE t_order SET amount = 1 WHERE order_no = 'b'")
                            .toString())
                    .contains("LookUp by_no");
            assertThat(update(connection, "UPDATE t_order SET amount = 21 WHERE order_no = ? AND amount < 50", "b"))
                    .isEqualTo(1);
            assertThat(update(connection, "DELETE FROM t_order WHERE order_no = ?", "none"))
                    .isZero();
            assertThat(update(connection, "DELETE FROM t_order WHERE buyer = ?", "y"))
                    .isEqualTo(1);
            assertThat(query(connection, "SELECT amount FROM t_order ORDER BY id"))
                    .containsExactly("10", "21");
        }
    }
}
