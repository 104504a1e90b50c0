package org.shardingjdbc.jdbc.optin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.check.BrokenDependence;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Binding tables sharded by two columns, joined on the one that is declared to determine the other. */
class DeclaredDependenceTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..3}
                t_order_item:
                  actualDataNodes: ds_${0..1}.t_order_item_${0..3}
                  tableStrategy:
                    standard:
                      shardingColumn: order_ref
                      shardingAlgorithmName: four
                t_bill:
                  actualDataNodes: ds_${0..1}.t_bill
                  tableStrategy:
                    none:
                t_payment:
                  actualDataNodes: ds_${0..1}.t_payment
                  tableStrategy:
                    none:
              defaultDatabaseStrategy:
                standard:
                  shardingColumn: user_id
                  shardingAlgorithmName: two
              defaultTableStrategy:
                standard:
                  shardingColumn: order_id
                  shardingAlgorithmName: four
              bindingTables:
              - tables: t_order, t_order_item
                dependences: order_id -> user_id
              - tables: [t_bill, t_payment]
                dependences: [bill_no -> user_id]
              shardingAlgorithms:
                two:
                  type: MOD
                  props:
                    sharding-count: 2
                four:
                  type: MOD
                  props:
                    sharding-count: 4
            props:
              pulling-enabled: false
            """;

    private static Fixture<ShardingDataSource> open(DatabaseKind kind, String name, String rules) throws Exception {
        return Fixture.on(kind, name).rules(rules).pool("maximumPoolSize: 8").open(ShardingDataSourceFactory::create);
    }

    private static Fixture<ShardingDataSource> create(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> shards = open(kind, "dependence", RULES);
        PlainAndSharded both = shards.both();
        boolean loose = kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL;
        String bill = "bill_no VARCHAR(10)" + (loose ? " CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "");
        both.setUp(
                "CREATE TABLE t_order (order_id BIGINT NOT NULL, user_id INT NOT NULL, state VARCHAR(10),"
                        + " PRIMARY KEY (order_id))",
                "CREATE TABLE t_order_item (item_id INT NOT NULL, order_ref BIGINT NOT NULL, user_id INT,"
                        + " price DECIMAL(10, 2), PRIMARY KEY (item_id))",
                "CREATE TABLE t_bill (" + bill + ", user_id INT NOT NULL, total INT)",
                "CREATE TABLE t_payment (payment_id INT NOT NULL, " + bill + ", user_id INT NOT NULL)");
        for (int i = 1; i <= 24; i++) {
            both.setUp("INSERT INTO t_order (order_id, user_id, state) VALUES (" + i + ", " + i * 7 % 10 + ", 's"
                    + i % 3 + "')");
            for (int j = 0; j < i % 4; j++) {
                both.setUp("INSERT INTO t_order_item (item_id, order_ref, user_id, price) VALUES (" + (i * 10 + j)
                        + ", " + i + ", " + i * 7 % 10 + ", " + i + ".5)");
            }
            both.setUp("INSERT INTO t_bill (bill_no, user_id, total) VALUES ('b" + i + "', " + i % 5 + ", " + i + ")");
            both.setUp("INSERT INTO t_payment (payment_id, bill_no, user_id) VALUES (" + i + ", 'b" + i + "', " + i % 5
                    + ")");
        }
        both.setUp("INSERT INTO t_bill (bill_no, user_id, total) VALUES (NULL, 1, 1), (NULL, 2, 2)");
        return shards;
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aJoinOnTheDeclaredColumnIsAnsweredByTheNodes(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = create(kind)) {
            PlainAndSharded both = shards.both();
            both.query(
                            "SELECT o.order_id, o.state, i.price FROM t_order o JOIN t_order_item i"
                                    + " ON o.order_id = i.order_ref WHERE o.order_id = ? AND o.user_id = ?",
                            7L,
                            9)
                    .agree();
            both.query("SELECT o.order_id, i.item_id FROM t_order o LEFT JOIN t_order_item i"
                            + " ON o.order_id = i.order_ref AND i.price > 10 ORDER BY 1, 2")
                    .ordered()
                    .agree();
            both.query("SELECT o.state, SUM(i.price) s FROM t_order o, t_order_item i WHERE o.order_id = i.order_ref"
                            + " AND i.user_id IN (1, 4, 6) GROUP BY o.state")
                    .agree();
            both.query("SELECT o.order_id FROM t_order o WHERE NOT EXISTS"
                            + " (SELECT 1 FROM t_order_item i WHERE i.order_ref = o.order_id)")
                    .agree();
            both.query("SELECT a.order_id FROM t_order a JOIN t_order b ON a.order_id = b.order_id")
                    .agree();
            both.update("UPDATE t_order SET state = 'none' WHERE NOT EXISTS"
                            + " (SELECT 1 FROM t_order_item i WHERE i.order_ref = t_order.order_id)")
                    .agree();
            both.update("DELETE FROM t_order_item WHERE order_ref IN"
                            + " (SELECT o.order_id FROM t_order o WHERE o.state = 's1')")
                    .agree();
            both.query("SELECT * FROM t_order").agree();
            both.query("SELECT * FROM t_order_item").agree();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aColumnThatIsNoShardingColumnMayDetermine(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = create(kind)) {
            shards.both()
                    .query(
                            "SELECT b.bill_no, p.payment_id FROM t_bill b LEFT JOIN t_payment p ON b.bill_no = p.bill_no")
                    .agree();
            assertThat(shards.sharded().brokenDependences(10)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void theCertificateSaysWhatItRestsUpon(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = create(kind)) {
            String join = "SELECT * FROM t_order o JOIN t_order_item i ON o.order_id = i.order_ref";
            assertThat(shards.sharded().explain(join).toString())
                    .contains("; 8 data nodes, pushed down, as declared: order_id -> user_id");
            assertThat(shards.sharded()
                            .explain(join + " WHERE o.order_id = ? AND o.user_id = ?", 7L, 9)
                            .detail())
                    .endsWith("; one data node, as declared: order_id -> user_id");
            assertThat(shards.sharded()
                            .explain(join + " AND o.user_id = i.user_id")
                            .toString())
                    .contains("data nodes, pushed down\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void theCheckFindsTheRowsThatBreakIt(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = create(kind)) {
            assertThat(shards.sharded().brokenDependences(10)).isEmpty();
            shards.both().setUp("INSERT INTO t_order_item (item_id, order_ref, user_id, price) VALUES (1, 7, 4, 1)");
            shards.both().setUp("INSERT INTO t_bill (bill_no, user_id, total) VALUES ('b3', 4, 1)");
            insertRaw(shards, "INSERT INTO t_order_item_1 (item_id, order_ref, user_id, price) VALUES (2, 5, NULL, 1)");
            List<BrokenDependence> broken = shards.sharded().brokenDependences(10);
            assertThat(broken)
                    .extracting(BrokenDependence::dependence)
                    .containsExactly("order_id -> user_id", "order_id -> user_id", "bill_no -> user_id");
            assertThat(broken.get(0).key()).containsExactly(new BigDecimal(5));
            assertThat(broken.get(0).values()).hasSize(2).anySatisfy(values -> assertThat(values)
                    .containsOnlyNulls());
            assertThat(broken.get(1).tables()).containsExactly("t_order", "t_order_item");
            assertThat(broken.get(1).key()).containsExactly(new BigDecimal(7));
            assertThat(broken.get(1).values())
                    .containsExactlyInAnyOrder(List.of(new BigDecimal(9)), List.of(new BigDecimal(4)));
            assertThat(broken.get(2).key()).containsExactly("b3");
            assertThat(shards.sharded().brokenDependences(1)).containsExactly(broken.get(0));
        }
    }

    /** Its texts are equal where its collation says so, wherever their rows are. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void nothingReliesOnAColumnOfALooseCollation(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = create(kind)) {
            for (String table : List.of("t_bill", "t_payment")) {
                shards.both().setUp("ALTER TABLE " + table + " MODIFY bill_no VARCHAR(10) COLLATE utf8mb4_general_ci");
            }
            shards.both()
                    .query("SELECT b.total, p.payment_id FROM t_bill b JOIN t_payment p ON b.bill_no = p.bill_no")
                    .isRefused("SHD-");
            assertThatThrownBy(() -> shards.sharded().brokenDependences(10))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-3111");
        }
    }

    private static void insertRaw(Fixture<ShardingDataSource> shards, String sql) throws SQLException {
        try (Connection connection = shards.raw(1).getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
