package org.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.CaseFile;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Subqueries that are executed before the statement around them, on one plain database and on the sharded one, on every
 * real database.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SubqueriesFirstTest {
    private static final String FILE = "subqueries-first.cases";

    private final List<AutoCloseable> open = new ArrayList<>();

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainH2() throws Exception {
        return tests(DatabaseKind.H2);
    }

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainPostgreSql() throws Exception {
        return tests(DatabaseKind.POSTGRESQL);
    }

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainMariaDb() throws Exception {
        return tests(DatabaseKind.MARIADB);
    }

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainMySql() throws Exception {
        return tests(DatabaseKind.MYSQL);
    }

    @Test
    void hasOneHundredAndTwentyStatementsForEachDatabase() throws IOException {
        for (DatabaseKind kind : DatabaseKind.values()) {
            assertThat(CaseFile.resource(SubqueriesFirstTest.class, FILE).count(kind))
                    .as(kind.title())
                    .isGreaterThanOrEqualTo(120);
        }
    }

    @TestFactory
    Stream<DynamicTest> answersLikeOnePlainH2WhenFewValuesMayBeBound() throws Exception {
        PlainAndSharded both = open(DatabaseKind.H2, "few_bound", "max-bound-values: 2");
        return CaseFile.resource(SubqueriesFirstTest.class, FILE).tests(DatabaseKind.H2, () -> both);
    }

    @Test
    void seesWhatItsTransactionWrote() throws Exception {
        PlainAndSharded both = open(DatabaseKind.H2, "in_transaction");
        both.begin();
        both.update("UPDATE t_user SET level = 77 WHERE user_id = 3").agree();
        both.query("SELECT order_id FROM t_order WHERE user_id IN (SELECT user_id FROM t_user WHERE level = 77)")
                .agree();
        both.update("DELETE FROM t_order WHERE user_id IN (SELECT user_id FROM t_user WHERE level = 77)")
                .agree();
        both.rollback();
        both.query("SELECT * FROM t_order").bag().agree();
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void countsTheRowsOfEachRowSetOfABatch(DatabaseKind kind) throws Exception {
        PlainAndSharded both = open(kind, "subquery_batch");
        String sql =
                "DELETE FROM t_order WHERE user_id IN (SELECT user_id FROM t_user WHERE level = ?) AND quantity < ?";
        assertThat(batch(both.sharded(), sql)).containsExactly(batch(both.plain(), sql));
        both.query("SELECT * FROM t_order").bag().agree();
    }

    private static int[] batch(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int level = 0; level < 4; level++) {
                statement.setInt(1, level);
                statement.setInt(2, 4);
                statement.addBatch();
            }
            return statement.executeBatch();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void explainsTheSubqueriesAndTheRest(DatabaseKind kind) throws Exception {
        PlainAndSharded both = open(kind, "subquery_explained", "union-all: never");
        String sql = "EXPLAIN SHARDING SELECT order_id FROM t_order WHERE amount > (SELECT AVG(amount) FROM t_order)";
        List<String> plan = new ArrayList<>();
        try (Statement statement = both.sharded().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                plan.add(rows.getString("plan"));
            }
        }
        assertThat(plan).hasSize(15).startsWith("BindSubqueries", "├─ Subquery 1");
        assertThat(plan).endsWith("└─ Rest with the values found", "   └─ where its values belong");
    }

    @AfterAll
    void closeAll() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    private Stream<DynamicTest> tests(DatabaseKind kind) throws Exception {
        PlainAndSharded both = open(kind, "subqueries_first");
        return CaseFile.resource(SubqueriesFirstTest.class, FILE).tests(kind, () -> both);
    }

    /** @param props each as {@code key: value} */
    private PlainAndSharded open(DatabaseKind kind, String name, String... props) throws Exception {
        Fixture<ShardingDataSource> shards =
                ShopSchema.describe(TestServer.of(kind), name).props(props).open(ShardingDataSourceFactory::create);
        open.add(shards);
        PlainAndSharded both = shards.both();
        ShopSchema.fill(both, kind);
        return both;
    }
}
