package org.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.BatchUpdateException;
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
import org.shardingjdbc.testkit.MySqlSwitches;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.CaseFile;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Writes that take several steps, on one plain database and on the sharded one, on every real database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WritesInStepsTest {
    private static final String FILE = "writes-in-steps.cases";

    private final List<AutoCloseable> open = new ArrayList<>();

    @TestFactory
    Stream<DynamicTest> writesLikeOnePlainH2() throws Exception {
        return tests(DatabaseKind.H2);
    }

    @TestFactory
    Stream<DynamicTest> writesLikeOnePlainPostgreSql() throws Exception {
        return tests(DatabaseKind.POSTGRESQL);
    }

    @TestFactory
    Stream<DynamicTest> writesLikeOnePlainMariaDb() throws Exception {
        return tests(DatabaseKind.MARIADB);
    }

    @TestFactory
    Stream<DynamicTest> writesLikeOnePlainMySql() throws Exception {
        return tests(DatabaseKind.MYSQL);
    }

    @TestFactory
    Stream<DynamicTest> writesLikeOnePlainMySqlThroughTheSwitchesOfItsDriver() throws Exception {
        PlainAndSharded both = open(TestServer.of(DatabaseKind.MYSQL).with(MySqlSwitches.ALL), "steps_switches");
        return CaseFile.resource(WritesInStepsTest.class, FILE)
                .testsPreparedByTheServer(DatabaseKind.MYSQL, () -> both);
    }

    @TestFactory
    Stream<DynamicTest> writesLikeOnePlainMySql57() throws Exception {
        PlainAndSharded both = open(TestServer.mySql57(), "steps_57");
        return CaseFile.resource(WritesInStepsTest.class, FILE).testsOnAnOlderServer(DatabaseKind.MYSQL, () -> both);
    }

    @Test
    void hasOneHundredAndTwentyStatementsForEachDatabase() throws IOException {
        for (DatabaseKind kind : DatabaseKind.values()) {
            assertThat(CaseFile.resource(WritesInStepsTest.class, FILE).count(kind))
                    .as(kind.title())
                    .isGreaterThanOrEqualTo(120);
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void rowSetsOfABatchThatTakeStepsAreAllWrittenOrNone(DatabaseKind kind) throws Exception {
        PlainAndSharded both = open(kind, "steps_batch");
        String move = "UPDATE t_account SET account_id = ?, owner = ? WHERE account_id = ?";
        for (Connection connection : List.of(both.plain(), both.sharded())) {
            try (PreparedStatement statement = connection.prepareStatement(move)) {
                add(statement, 501, "first", 1);
                add(statement, 502, "nobody", 999);
                add(statement, 503, "last", 3);
                assertThat(statement.executeBatch()).containsExactly(1, 0, 1);
            }
        }
        both.query("SELECT * FROM t_account").agree();
        try (PreparedStatement statement = both.sharded().prepareStatement(move)) {
            add(statement, 504, "moved", 4);
            add(statement, 503, "taken", 5);
            assertThatThrownBy(statement::executeBatch).isInstanceOf(BatchUpdateException.class);
        }
        both.query("SELECT * FROM t_account").agree();
        try (Statement statement = both.sharded().createStatement()) {
            statement.addBatch("UPDATE t_account SET account_id = 504 WHERE account_id = 4");
            statement.addBatch("UPDATE t_account SET amount = 1 WHERE account_id IN (504, 6)");
            statement.addBatch("INSERT INTO t_account (account_id) SELECT user_id + 700 FROM t_user");
            assertThat(statement.executeBatch()).containsExactly(1, 2, 40);
        }
    }

    private static void add(PreparedStatement statement, int key, String owner, int where) throws SQLException {
        statement.setInt(1, key);
        statement.setString(2, owner);
        statement.setInt(3, where);
        statement.addBatch();
    }

    /** What each data source would compute for itself is computed once. */
    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void copiesOfABroadcastTableGetTheSameValue(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        String name = "steps_copies";
        PlainAndSharded both = open(kind, name);
        String random = kind == DatabaseKind.POSTGRESQL ? "gen_random_uuid()::text" : "UUID()";
        try (Statement statement = both.sharded().createStatement()) {
            assertThat(statement.executeUpdate(
                            "INSERT INTO t_country (country_id, name) VALUES (50, " + random + "), (51, 'fixed')"))
                    .isEqualTo(2);
            assertThat(statement.executeUpdate("UPDATE t_country SET name = " + random + " WHERE country_id < 3"))
                    .isEqualTo(2);
            assertThat(statement.executeUpdate("INSERT INTO t_country (country_id, name) SELECT user_id + 100, "
                            + random + " FROM t_user"))
                    .isEqualTo(40);
        }
        assertThat(names(server, name + "_0"))
                .isEqualTo(names(server, name + "_1"))
                .hasSize(47)
                .contains("fixed", "Chile");
    }

    /** PostgreSQL looks at the types of all values before it looks for rows. */
    @Test
    void refusesTheTypeOfAValueThatNoRowGets() throws Exception {
        PlainAndSharded both = open(DatabaseKind.POSTGRESQL, "steps_types");
        String sql = "UPDATE t_order SET amount = ? FROM t_order_item i"
                + " WHERE i.item_id = t_order.order_id AND t_order.order_id = -5";
        try (PreparedStatement update = both.sharded().prepareStatement(sql)) {
            update.setInt(1, 7);
            assertThat(update.executeUpdate()).isZero();
            update.setString(1, "7");
            assertThatThrownBy(update::executeUpdate)
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42804"));
        }
    }

    private static List<String> names(TestServer server, String database) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection connection = server.dataSource(database).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name FROM t_country ORDER BY country_id")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    @AfterAll
    void closeAll() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    private Stream<DynamicTest> tests(DatabaseKind kind) throws Exception {
        PlainAndSharded both = open(kind, "steps");
        return CaseFile.resource(WritesInStepsTest.class, FILE).tests(kind, () -> both);
    }

    private PlainAndSharded open(DatabaseKind kind, String name) throws Exception {
        return open(TestServer.of(kind), name);
    }

    private PlainAndSharded open(TestServer server, String name) throws Exception {
        Fixture<ShardingDataSource> shards = ShopSchema.describe(server, name).open(ShardingDataSourceFactory::create);
        open.add(shards);
        PlainAndSharded both = shards.both();
        ShopSchema.fill(both, server.kind());
        return both;
    }
}
