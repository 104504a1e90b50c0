package org.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Rows that move to other data nodes take along what other transactions have written to them by then. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class MovedWhileChangedTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                keyed:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod4}}
                keyless:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod4}}
              shardingAlgorithms:
                mod4: {type: MOD, props: {sharding-count: 4}}
            """;

    private static Fixture<ShardingDataSource> shards;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws Exception {
        shards = Fixture.on(kind, "moved_changed").rules(RULES).open(ShardingDataSourceFactory::create);
        try (Connection connection = shards.sharded().getConnection()) {
            run(connection, "CREATE TABLE keyed (id INT PRIMARY KEY, a INT, b VARCHAR(20))");
            run(connection, "CREATE TABLE keyless (id INT NOT NULL, a INT, b VARCHAR(20))");
        }
    }

    @AfterParameterizedClassInvocation
    static void close() throws Exception {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    private static int run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static CompletableFuture<Integer> later(Connection connection, String sql) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return run(connection, sql);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static List<String> rows(Connection connection, String table) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT id, a, b FROM " + table + " ORDER BY id, a")) {
            while (found.next()) {
                rows.add(found.getInt(1) + " " + found.getInt(2) + " " + found.getString(3));
            }
        }
        return rows;
    }

    private static void fill(Connection connection, String table) throws SQLException {
        run(connection, "DELETE FROM " + table);
        run(connection, "INSERT INTO " + table + " VALUES (1, 1, 'one'), (2, 2, 'two')");
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "keyless"})
    void aRowThatIsWaitedForMovesAsItIsThen(String table) throws Exception {
        try (Connection mover = shards.sharded().getConnection();
                Connection other = shards.sharded().getConnection()) {
            fill(other, table);
            other.setAutoCommit(false);
            run(other, "UPDATE " + table + " SET a = 50 WHERE id = 1");
            CompletableFuture<Integer> moving = later(mover, "UPDATE " + table + " SET id = id + 5, b = 'moved'");
            TimeUnit.MILLISECONDS.sleep(300);
            other.commit();
            assertThat(moving.get(60, TimeUnit.SECONDS)).isEqualTo(2);
            assertThat(rows(mover, table)).containsExactly("6 50 moved", "7 2 moved");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"keyed", "keyless"})
    void aRowMovesAsItIsNowWhateverItsTransactionSawBefore(String table) throws SQLException {
        if (kind != DatabaseKind.MYSQL && kind != DatabaseKind.MARIADB) {
            return;
        }
        try (Connection mover = shards.sharded().getConnection();
                Connection other = shards.sharded().getConnection()) {
            fill(other, table);
            mover.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            mover.setAutoCommit(false);
            assertThat(rows(mover, table)).hasSize(2);
            run(other, "UPDATE " + table + " SET a = 50 WHERE id = 1");
            assertThat(run(mover, "UPDATE " + table + " SET id = id + 5")).isEqualTo(2);
            mover.commit();
            assertThat(rows(mover, table)).containsExactly("6 50 one", "7 2 two");
        }
    }
}
