package org.shardingjdbc.jdbc.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** The rows of a pulled query with FOR UPDATE are locked until its transaction ends, and are as they are by now. */
class LockedRowsTest {
    private static final String RULES = """
            rules:
              - !SHARDING
                autoTables:
                  t:
                    actualDataSources: ds_${0..1}
                    shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: m}}
                  u:
                    actualDataSources: ds_${0..1}
                    shardingStrategy: {standard: {shardingColumn: k, shardingAlgorithmName: m}}
                shardingAlgorithms:
                  m: {type: MOD, props: {sharding-count: 4}}
            """;
    private static final String JOIN = "SELECT t.id, u.v FROM t JOIN u ON t.id = u.t_id WHERE u.v > 10";

    private static Fixture<ShardingDataSource> open(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> shards =
                Fixture.on(kind, "locked_rows").rules(RULES).open(ShardingDataSourceFactory::create);
        try (Connection connection = shards.sharded().getConnection()) {
            run(connection, "CREATE TABLE t (id INT PRIMARY KEY, a INT)");
            run(connection, "CREATE TABLE u (k INT PRIMARY KEY, t_id INT, v INT)");
            run(connection, "INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)");
            run(connection, "INSERT INTO u VALUES (1, 2, 10), (2, 3, 20), (3, 1, 30), (4, 5, 40), (6, 77, 50)");
        }
        return shards;
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return read(rows);
        }
    }

    private static List<String> read(ResultSet rows) throws SQLException {
        List<String> all = new ArrayList<>();
        while (rows.next()) {
            all.add(rows.getInt(1) + " " + rows.getInt(2));
        }
        return all;
    }

    private static CompletableFuture<List<String>> later(Connection connection, String sql) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return rows(connection, sql);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Whether another transaction may change a row at once. */
    private static boolean isFree(DatabaseKind kind, DataSource dataSource, String update) throws SQLException {
        try (Connection other = dataSource.getConnection()) {
            other.setAutoCommit(false);
            try {
                run(other, patience(kind));
                run(other, update);
                return true;
            } catch (SQLException e) {
                return false;
            } finally {
                other.rollback();
                run(other, patience(kind).replace("200", "5000").replace("= 1", "= 50"));
            }
        }
    }

    private static String patience(DatabaseKind kind) {
        if (kind.speaksMySql()) {
            return "SET innodb_lock_wait_timeout = 1";
        }
        return kind == DatabaseKind.H2 ? "SET LOCK_TIMEOUT 200" : "SET lock_timeout = 200";
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void returnedRowsAreLockedUntilTheTransactionEnds(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection connection = shards.sharded().getConnection()) {
            ShardingDataSource other = shards.sharded();
            connection.setAutoCommit(false);
            assertThat(rows(connection, JOIN + " FOR UPDATE")).containsExactlyInAnyOrder("1 30", "3 20", "5 40");
            for (int id : new int[] {1, 3, 5}) {
                assertThat(isFree(kind, other, "UPDATE t SET a = 0 WHERE id = " + id))
                        .as("t %d", id)
                        .isFalse();
            }
            for (int k : new int[] {2, 3, 4}) {
                assertThat(isFree(kind, other, "UPDATE u SET v = 0 WHERE k = " + k))
                        .as("u %d", k)
                        .isFalse();
            }
            // MySQL and MariaDB lock what they look at
            if (!kind.speaksMySql()) {
                assertThat(isFree(kind, other, "UPDATE t SET a = 0 WHERE id = 2"))
                        .isTrue();
                assertThat(isFree(kind, other, "UPDATE t SET a = 0 WHERE id = 4"))
                        .isTrue();
                assertThat(isFree(kind, other, "UPDATE u SET v = 0 WHERE k = 1"))
                        .isTrue();
                assertThat(isFree(kind, other, "UPDATE u SET v = 0 WHERE k = 6"))
                        .isTrue();
            }
            connection.rollback();
            assertThat(isFree(kind, other, "UPDATE t SET a = 0 WHERE id = 1")).isTrue();
            assertThat(isFree(kind, other, "UPDATE u SET v = 0 WHERE k = 2")).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MYSQL", "H2"})
    void rowsOfTheNamedTableAloneAreLocked(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection connection = shards.sharded().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(rows(connection, JOIN + " FOR UPDATE OF t")).containsExactlyInAnyOrder("1 30", "3 20", "5 40");
            assertThat(isFree(kind, shards.sharded(), "UPDATE t SET a = 0 WHERE id = 3"))
                    .isFalse();
            // H2 reads the names and locks all tables
            assertThat(isFree(kind, shards.sharded(), "UPDATE u SET v = 0 WHERE k = 2"))
                    .isEqualTo(kind != DatabaseKind.H2);
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void nothingStaysLockedWithoutTransaction(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection connection = shards.sharded().getConnection()) {
            assertThat(rows(connection, JOIN + " FOR UPDATE")).containsExactlyInAnyOrder("1 30", "3 20", "5 40");
            assertThat(isFree(kind, shards.sharded(), "UPDATE t SET a = 0 WHERE id = 1"))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void whatWasCommittedWhileLocksWereWaitedForIsSeen(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection writer = shards.sharded().getConnection();
                Connection connection = shards.sharded().getConnection()) {
            writer.setAutoCommit(false);
            run(writer, "UPDATE u SET v = 35 WHERE k = 3");
            run(writer, "UPDATE u SET v = 5 WHERE k = 2");
            run(writer, "UPDATE u SET v = 11 WHERE k = 1");
            connection.setAutoCommit(false);
            CompletableFuture<List<String>> waiting = later(connection, JOIN + " ORDER BY t.id FOR UPDATE");
            assertThatThrownBy(() -> waiting.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            writer.commit();
            // the third row came in while the others were waited for, and is locked too
            assertThat(waiting.get(60, TimeUnit.SECONDS)).containsExactly("1 35", "2 11", "5 40");
            assertThat(isFree(kind, shards.sharded(), "UPDATE t SET a = 0 WHERE id = 2"))
                    .isFalse();
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void rowThatGotAnotherKeyWhileItWasWaitedForIsReturned(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection writer = shards.sharded().getConnection();
                Connection connection = shards.sharded().getConnection()) {
            writer.setAutoCommit(false);
            run(writer, "UPDATE u SET k = 103 WHERE k = 3");
            run(writer, "DELETE FROM u WHERE k = 4");
            connection.setAutoCommit(false);
            CompletableFuture<List<String>> waiting = later(connection, JOIN + " ORDER BY t.id FOR UPDATE");
            assertThatThrownBy(() -> waiting.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            writer.commit();
            assertThat(waiting.get(60, TimeUnit.SECONDS)).containsExactly("1 30", "3 20");
            assertThat(isFree(kind, shards.sharded(), "UPDATE u SET v = 0 WHERE k = 103"))
                    .isFalse();
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void whatIsNewerThanTheSnapshotOfTheTransactionIsNotMissed(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection writer = shards.sharded().getConnection();
                Connection connection = shards.sharded().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(rows(connection, JOIN)).hasSize(3);
            run(writer, "INSERT INTO u VALUES (9, 4, 90)");
            run(writer, "INSERT INTO u VALUES (10, 2, 91)");
            assertThat(rows(connection, JOIN + " FOR UPDATE"))
                    .containsExactlyInAnyOrder("1 30", "3 20", "5 40", "4 90", "2 91");
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void manyRowsAndNoneAreLockedByParameters(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection connection = shards.sharded().getConnection();
                PreparedStatement query = connection.prepareStatement(
                        "SELECT t.id, u.v FROM t JOIN u ON t.id = u.t_id WHERE u.v > ? ORDER BY t.id FOR UPDATE")) {
            for (int i = 100; i < 250; i++) {
                run(connection, "INSERT INTO t VALUES (" + i + ", 0)");
                run(connection, "INSERT INTO u VALUES (" + (i + 1) + ", " + i + ", " + i + ")");
            }
            connection.setAutoCommit(false);
            for (int least : new int[] {99, 1000, 247, 180, 99}) {
                query.setInt(1, least);
                try (ResultSet rows = query.executeQuery()) {
                    List<String> expected = new ArrayList<>();
                    for (int i = least + 1; i < 250; i++) {
                        expected.add(i + " " + i);
                    }
                    assertThat(read(rows)).isEqualTo(expected);
                }
            }
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void whatCannotBeLockedIsRefused(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                Connection connection = shards.sharded().getConnection()) {
            connection.setAutoCommit(false);
            for (String sql : new String[] {
                "SELECT t.id, u.v FROM t LEFT JOIN u ON t.id = u.t_id FOR UPDATE",
                "SELECT t.id, u.v FROM t JOIN u ON t.id = u.t_id LIMIT 2 FOR UPDATE",
                "SELECT t.id, u.v FROM t JOIN u ON t.id = u.t_id FOR UPDATE SKIP LOCKED",
                "SELECT t.id FROM t JOIN u ON t.id = u.t_id WHERE EXISTS (SELECT 1 FROM u x WHERE x.v = t.a) FOR UPDATE"
            }) {
                assertThatThrownBy(() -> rows(connection, sql)).as(sql).hasMessageContaining("SHD-4101");
            }
            connection.rollback();
        }
    }
}
