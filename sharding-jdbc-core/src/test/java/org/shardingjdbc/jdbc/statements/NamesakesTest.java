package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;

/**
 * Tables of another schema (of MySQL and MariaDB of another database) that have the names of tables in the default one,
 * and other columns: each statement means the table that it names.
 */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class NamesakesTest {
    private static Namesakes namesakes;
    private static PlainAndSharded both;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        namesakes = new Namesakes(kind, "namesakes");
        both = namesakes.both();
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (namesakes != null) {
            namesakes.close();
            namesakes = null;
        }
    }

    @BeforeEach
    void fill() throws SQLException {
        namesakes.fill();
    }

    /** Each has a total order, or the order does not count. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM s2.pair",
                "SELECT * FROM s2.pair ORDER BY y, x",
                "SELECT p.* FROM s2.pair p",
                "SELECT s2.pair.* FROM s2.pair",
                "SELECT s2.pair.z, pair.y FROM s2.pair",
                "SELECT o.order_id, p.* FROM t_order o JOIN s2.pair p ON p.x = o.user_id",
                "SELECT * FROM t_order o JOIN s2.pair p ON p.x = o.user_id",
                "SELECT * FROM s2.pair p LEFT JOIN t_order o ON p.x = o.user_id",
                "SELECT * FROM s2.pair LEFT JOIN t_order o ON s2.pair.x = o.user_id",
                "SELECT pair.*, o.status FROM s2.pair LEFT JOIN t_order o ON pair.x = o.user_id",
                "SELECT * FROM t_order a JOIN t_order b ON a.order_id > b.order_id JOIN s2.pair p ON p.x = a.order_id",
                "SELECT o.order_id, p.y, p.z FROM t_order o, s2.pair p WHERE p.x = o.user_id",
                "SELECT o.order_id, z FROM t_order o, s2.pair p WHERE x = o.user_id",
                "SELECT p.x, MAX(o.order_id), MIN(p.z) FROM t_order o JOIN s2.pair p ON p.x = o.user_id GROUP BY p.x",
                "SELECT SUM(p.x), SUM(z), COUNT(DISTINCT p.y) FROM t_order o JOIN s2.pair p ON p.x >= o.user_id",
                "SELECT MAX(x), MAX(y), SUM(z) FROM s2.pair",
                "SELECT order_id FROM t_order WHERE user_id IN (SELECT x FROM s2.pair WHERE z > 10)",
                "SELECT order_id FROM t_order o WHERE EXISTS (SELECT * FROM s2.pair p WHERE p.x = o.user_id AND p.z > 10)",
                "SELECT order_id, (SELECT p.z FROM s2.pair p WHERE p.x = o.user_id) AS zed FROM t_order o",
                "SELECT x, y FROM s2.pair UNION SELECT user_id, status FROM t_order",
                "SELECT * FROM (SELECT * FROM s2.pair) d JOIN t_order o ON o.user_id = d.x",
                "WITH c AS (SELECT * FROM s2.pair) SELECT c.*, o.status FROM c JOIN t_order o ON o.order_id = c.x",
                "SELECT a.y, b.y, b.z FROM pair a JOIN s2.pair b ON a.x = b.x",
                "SELECT * FROM pair a JOIN s2.pair b ON a.x = b.x JOIN t_order o ON o.user_id = b.x",
                "SELECT a.y AS ay, b.y AS byy, o.status FROM pair a JOIN s2.pair b ON a.y = b.y JOIN t_order o ON o.order_id = a.x",
                "SELECT x FROM pair UNION ALL SELECT x FROM s2.pair UNION ALL SELECT user_id FROM t_order",
                "SELECT z FROM s2.pair WHERE x IN (SELECT x FROM pair) AND x IN (SELECT user_id FROM t_order)",
                "SELECT * FROM s2.t_order",
                "SELECT * FROM s2.t_order WHERE order_id = '1'",
                "SELECT status, user_id FROM s2.t_order WHERE user_id = 'seven'",
                "SELECT o.status, p.status, p.user_id FROM t_order o JOIN s2.t_order p ON p.status = o.order_id + 6",
                "SELECT * FROM t_order o JOIN s2.t_order p ON p.status = o.order_id + 6",
                "SELECT o.status FROM t_order o WHERE o.order_id + 6 IN (SELECT status FROM s2.t_order)",
                "SELECT * FROM s2.t_country",
                "SELECT * FROM t_country c JOIN s2.t_country d ON c.code = d.code",
                "SELECT d.*, o.order_id FROM t_order o JOIN s2.t_country d ON d.name = o.order_id",
                "SELECT * FROM s2.only1",
                "SELECT o.order_id, w.word FROM t_order o JOIN s2.only1 w ON w.id = o.user_id",
                "SELECT * FROM t_order o JOIN s2.only1 w ON w.id = o.user_id",
                "SELECT * FROM s2.only1 LEFT JOIN pair ON pair.x = s2.only1.id",
            })
    void queriesMeanTheTableThatTheyName(String sql) {
        both.query(sql).agree();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT p.y, p.x, o.order_id FROM t_order o JOIN s2.pair p ON p.x = o.user_id ORDER BY p.y, o.order_id",
                "SELECT p.x, o.order_id FROM t_order o JOIN s2.pair p ON p.x = o.user_id ORDER BY p.z DESC, o.order_id",
                "SELECT y, COUNT(*) FROM s2.pair GROUP BY y ORDER BY y",
                "SELECT y FROM s2.pair UNION ALL SELECT status FROM t_order WHERE status IS NOT NULL ORDER BY 1",
                "SELECT status FROM s2.t_order ORDER BY status DESC",
                "SELECT o.order_id, p.status FROM t_order o CROSS JOIN s2.t_order p ORDER BY p.status, o.order_id",
            })
    void ordersAreThoseOfTheTypesThatAreThere(String sql) {
        both.query(sql).ordered().agree();
    }

    /** What one database cannot tell apart we cannot either. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM pair, s2.pair",
                "SELECT s2.pair.z FROM pair, s2.pair",
                "SELECT pair.x FROM pair, s2.pair",
                "SELECT z, s2.pair.y FROM pair JOIN s2.pair ON s2.pair.z > 10",
                "SELECT o.status, s2.pair.y FROM t_order o JOIN pair ON o.user_id = pair.x"
                        + " JOIN s2.pair ON s2.pair.x = o.order_id",
                "SELECT o.status, s2.pair.y, z FROM t_order o, pair, s2.pair WHERE s2.pair.x = o.order_id",
                "SELECT o.status FROM t_order o JOIN pair ON o.user_id = pair.x WHERE EXISTS"
                        + " (SELECT 1 FROM s2.pair WHERE pair.z > o.order_id AND s2.pair.x = o.user_id)",
                "SELECT o.status, s2.t_order.user_id FROM t_order o, s2.t_order",
                "SELECT s2.t_order.user_id, s2.t_order.status FROM t_order, s2.t_order",
                "SELECT s2.t_order.user_id FROM t_order, s2.t_order WHERE s2.t_order.status = 7",
                "SELECT t_order.status FROM t_order WHERE EXISTS"
                        + " (SELECT 1 FROM s2.t_order WHERE s2.t_order.status = t_order.status)",
                "SELECT s2.t_country.more FROM t_country JOIN s2.t_country ON s2.t_country.more = 1",
                "SELECT s2.pair.* FROM pair JOIN s2.pair ON s2.pair.z > 10",
                "SELECT o.order_id, s2.pair.* FROM t_order o, pair, s2.pair WHERE s2.pair.x = o.order_id",
                "SELECT s2.pair.x FROM pair",
                "SELECT s2.pair.x FROM pair JOIN t_order o ON o.order_id > pair.x",
            })
    void twinsWithoutAliases(String sql) {
        boolean standard = !(kind == DatabaseKind.H2 && sql.contains("= pair.x JOIN s2.pair"));
        assumeThat(standard).as("H2 looks at tables that are joined later").isTrue();
        both.query(sql).sameOutcome();
    }

    /** MySQL and H2 look which of them has such a column. */
    @Test
    void aNameWithoutItsSchemaMeansNeitherOfTwins() {
        assertThatThrownBy(() ->
                        both.query("SELECT pair.z FROM pair, s2.pair, t_order").agree())
                .hasMessageContaining(kind == DatabaseKind.POSTGRESQL ? "both sides fail" : "SHD-4102");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO s2.pair VALUES ('n', 40, 4)",
                "INSERT INTO s2.pair (x, z) VALUES (40, 4)",
                "INSERT INTO s2.pair SELECT status, order_id + 50, user_id FROM t_order",
                "INSERT INTO s2.pair (x, y) SELECT order_id + 50, status FROM t_order",
                "INSERT INTO t_order SELECT x + 10, x, y FROM s2.pair",
                "INSERT INTO t_order (status, order_id, user_id) SELECT * FROM s2.pair WHERE x = 8",
                "INSERT INTO pair SELECT z, y FROM s2.pair WHERE z IS NOT NULL",
                "INSERT INTO s2.only1 SELECT status, order_id + 50 FROM t_order",
                "UPDATE s2.pair SET z = x, y = 'u' WHERE x < 3",
                "UPDATE s2.pair SET z = 0 WHERE x IN (SELECT user_id FROM t_order)",
                "UPDATE t_order SET status = 'u' WHERE order_id IN (SELECT x FROM s2.pair WHERE z > 10)",
                "DELETE FROM s2.pair WHERE z = 30",
                "DELETE FROM s2.pair WHERE x IN (SELECT order_id FROM t_order WHERE status = 'b')",
                "DELETE FROM t_order WHERE order_id IN (SELECT x FROM s2.pair WHERE z > 10)",
                "INSERT INTO s2.t_order VALUES (9, 'nine', '9')",
                "INSERT INTO s2.t_order (order_id, status) VALUES ('9', 9)",
                "INSERT INTO s2.t_order SELECT order_id, status, 'n' FROM t_order WHERE order_id = 1",
                "INSERT INTO t_order SELECT status + 10, status, user_id FROM s2.t_order",
                "UPDATE s2.t_order SET status = 10, user_id = 'ten' WHERE order_id = '1'",
                "UPDATE s2.t_order SET status = 0 WHERE status IN (SELECT order_id + 6 FROM t_order)",
                "UPDATE s2.t_order SET order_id = '77' WHERE status = 7",
                "DELETE FROM s2.t_order WHERE order_id = '1'",
                "DELETE FROM s2.t_order",
                "INSERT INTO s2.t_country VALUES (1, 'z', 2)",
                "INSERT INTO s2.t_country (code, name) VALUES ('z', 1)",
                "INSERT INTO s2.t_country (code, name) SELECT status, order_id FROM t_order WHERE order_id = 1",
                "UPDATE s2.t_country SET more = 4 WHERE name = 5",
                "DELETE FROM s2.t_country WHERE more = 1",
            })
    void writesMeanTheTableThatTheyName(String sql) {
        both.update(sql).agree();
        for (String table : Namesakes.TABLES) {
            both.query("SELECT * FROM " + table).agree();
        }
    }

    /** A target names what FROM exposes, with its schema where that one has one and no alias. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DELETE s2.pair FROM s2.pair JOIN t_order o ON o.user_id = s2.pair.x WHERE o.order_id < 9",
                "DELETE s2.pair FROM s2.pair, t_order WHERE s2.pair.z = t_order.order_id * 10",
                "DELETE FROM s2.pair USING s2.pair JOIN t_order o ON o.user_id = s2.pair.x",
                "DELETE p FROM s2.pair p JOIN t_order o ON o.user_id = p.x",
                "DELETE s2.t_order FROM s2.t_order JOIN t_order o ON o.status = s2.t_order.user_id",
                "DELETE s2.pair FROM s2.pair JOIN pair ON pair.x = s2.pair.x",
                "DELETE t_order FROM t_order JOIN s2.pair ON s2.pair.x = t_order.user_id",
                "DELETE t_order FROM t_order JOIN s2.t_order ON s2.t_order.status = t_order.order_id + 6",
                "UPDATE s2.pair JOIN t_order o ON o.user_id = s2.pair.x SET s2.pair.z = 77",
                "UPDATE t_order, s2.pair SET s2.pair.y = 'u' WHERE s2.pair.x = t_order.user_id",
                "UPDATE s2.t_order JOIN t_order o ON s2.t_order.status = o.order_id + 6 SET s2.t_order.user_id = o.order_id",
            })
    void writesOfJoins(String sql) {
        assumeThat(kind.speaksMySql()).isTrue();
        both.update(sql).sameOutcome();
        for (String table : Namesakes.TABLES) {
            both.query("SELECT * FROM " + table).agree();
        }
    }

    /** What one statement has brought to mind of a table does not hold for its namesake. */
    @Test
    void oneIsNotRememberedAsTheOther() {
        both.query("SELECT * FROM t_order o JOIN pair p ON p.x = o.user_id").agree();
        both.query("SELECT * FROM t_order o JOIN s2.pair p ON p.x = o.user_id").agree();
        both.query("SELECT * FROM t_order o JOIN pair p ON p.x = o.user_id WHERE o.order_id < 3")
                .agree();
        both.query("SELECT * FROM t_order o JOIN t_country c ON c.name <> o.status")
                .agree();
        both.query("SELECT * FROM t_order o JOIN s2.t_country c ON c.name = o.order_id")
                .agree();
    }

    @Test
    void whatIsRedefinedIsSeen() {
        both.query("SELECT * FROM t_order o JOIN s2.pair p ON p.x = o.user_id").agree();
        both.setUp("ALTER TABLE s2.pair ADD COLUMN w INT");
        both.query("SELECT * FROM t_order o JOIN s2.pair p ON p.x = o.user_id").agree();
        both.setUp("ALTER TABLE s2.pair DROP COLUMN w");
        both.query("SELECT * FROM t_order o JOIN s2.pair p ON p.x = o.user_id").agree();
        both.query("SELECT * FROM t_order o JOIN pair p ON p.x = o.user_id").agree();
    }

    @Test
    void prepared() {
        both.query("SELECT * FROM t_order o JOIN s2.pair p ON p.x = o.user_id WHERE p.z > ?", 10)
                .agree();
        both.query("SELECT o.order_id FROM t_order o WHERE o.user_id IN (SELECT x FROM s2.pair WHERE y = ?)", "b")
                .agree();
        both.update("INSERT INTO s2.t_order VALUES (?, ?, ?)", 11, "eleven", "11")
                .agree();
        both.update("UPDATE s2.pair SET z = ? WHERE y = ?", 5, "b").agree();
        both.query("SELECT * FROM s2.t_order").agree();
        both.query("SELECT * FROM s2.pair").agree();
    }
}
