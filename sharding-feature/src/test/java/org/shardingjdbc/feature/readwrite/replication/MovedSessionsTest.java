package org.shardingjdbc.feature.readwrite.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.awaitExecuted;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.awaitSeen;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.execute;
import static org.shardingjdbc.feature.readwrite.replication.ReplicatedDataSource.number;

import com.atomikos.icatch.jta.UserTransactionManager;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.replication.ReplicatedServer;
import org.shardingjdbc.testkit.replication.ReplicatedServers;

/**
 * What sessions had begun on a primary that their group has left, while it still takes writes: nothing of it is done
 * there any more.
 */
class MovedSessionsTest {
    private static final String TERMS = """
                  health: {probe-period-millis: 50}
                  read-your-writes: {until: replayed}
                  failover: follow
            """;
    private static final String SUM = "SELECT SUM(amount) FROM t";

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void nothingIsCommittedOnThePrimaryThatWasLeft(DatabaseKind kind) throws SQLException {
        try (ReplicatedServers servers = ReplicatedServers.start(kind, 1)) {
            ReplicatedDataSource.prepare(servers);
            if (kind == DatabaseKind.POSTGRESQL) {
                // a write that still finds the primary does not wait for those of the sessions for ever
                servers.primary().run("ALTER DATABASE app SET lock_timeout = '500ms'");
            }
            try (ShardingDataSource dataSource = ReplicatedDataSource.open(servers, TERMS);
                    Connection plain = dataSource.getConnection();
                    Connection saved = dataSource.getConnection();
                    Connection batched = dataSource.getConnection();
                    Connection begun = dataSource.getConnection();
                    Connection locking = dataSource.getConnection()) {
                execute(dataSource, "INSERT INTO t (id, amount) VALUES (1, 0), (2, 0), (3, 0), (4, 0)");
                servers.standby(0).awaitAllOf(servers.primary());
                awaitSeen(dataSource, "r_0");

                plain.setAutoCommit(false);
                run(plain, "UPDATE t SET amount = 1 WHERE id = 1");
                saved.setAutoCommit(false);
                run(saved, "UPDATE t SET amount = 2 WHERE id = 2");
                Savepoint point = saved.setSavepoint();
                run(saved, "UPDATE t SET amount = 3 WHERE id = 2");
                batched.setAutoCommit(false);
                run(batched, "UPDATE t SET amount = 4 WHERE id = 3");
                try (PreparedStatement batch = batched.prepareStatement("UPDATE t SET amount = ? WHERE id = 3")) {
                    batch.setInt(1, 5);
                    batch.addBatch();
                    run(begun, "BEGIN");
                    run(begun, "UPDATE t SET amount = 6 WHERE id = 4");
                    assertThat(number(locking, lock(kind))).isOne();

                    leave(servers, dataSource);

                    batch.setInt(1, 7);
                    batch.addBatch();
                    assertMoved(batch::executeBatch);
                    assertMoved(batched::commit);
                }
                assertMoved(plain::commit);
                saved.rollback(point);
                assertMoved(() -> saved.setAutoCommit(true));
                assertMoved(() -> run(begun, "COMMIT"));
                assertMoved(() -> number(locking, "SELECT COUNT(*) FROM t"));
                // who was told goes on where the rows are now
                assertThat(number(locking, "SELECT COUNT(*) FROM t")).isEqualTo(4);
                plain.setAutoCommit(true);
                run(plain, "UPDATE t SET amount = 10 WHERE id = 1");
                assertThat(number(plain, SUM)).isEqualTo(10);
                assertThat(plain.getMetaData().getURL()).isNotNull();
            }
            assertThat(direct(servers.primary(), SUM)).isZero();
        }
    }

    /** Of the library's own coordinator, and of the application's. */
    @Test
    void noBranchOfXaIsPreparedOnThePrimaryThatWasLeft(@TempDir Path logs) throws Exception {
        try (ReplicatedServers servers = ReplicatedServers.start(DatabaseKind.MARIADB, 1)) {
            ReplicatedDataSource.prepare(servers);
            String xa =
                    "transaction:\n  defaultType: XA\n  providerType: Atomikos\n  props: {node-name: moved, log-directory: '"
                            + logs + "'}\n";
            try (ShardingDataSource dataSource = ReplicatedDataSource.open(servers, TERMS, xa);
                    Connection own = dataSource.getConnection()) {
                execute(dataSource, "INSERT INTO t (id, amount) VALUES (1, 0), (2, 0)");
                servers.standby(0).awaitAllOf(servers.primary());
                awaitSeen(dataSource, "r_0");
                own.setAutoCommit(false);
                run(own, "UPDATE t SET amount = 1 WHERE id = 1");
                TransactionManager manager = new UserTransactionManager();
                manager.begin();
                try (Connection joined = dataSource.getConnection()) {
                    run(joined, "UPDATE t SET amount = 2 WHERE id = 2");
                }
                Transaction begun = manager.suspend();

                leave(servers, dataSource);

                manager.resume(begun);
                assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
                assertMoved(own::commit);
                run(own, "UPDATE t SET amount = 3 WHERE id = 1");
                own.commit();
                assertThat(number(own, SUM)).isEqualTo(3);
                own.rollback();
            }
            assertThat(direct(servers.primary(), SUM)).isZero();
        }
    }

    private static String lock(DatabaseKind kind) {
        return kind == DatabaseKind.POSTGRESQL
                ? "SELECT CASE WHEN pg_try_advisory_lock(7) THEN 1 ELSE 0 END"
                : "SELECT GET_LOCK('seven', 1)";
    }

    private static void assertMoved(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"))
                .hasMessageContaining("SHD-5021")
                .hasMessageContaining("primary")
                .hasMessageContaining("r_0");
    }

    /**
     * The primary does not answer, or takes no writes, for as long as it takes to promote the replica; sessions keep
     * their connections to it, and can write there afterwards.
     */
    private static void leave(ReplicatedServers servers, ShardingDataSource dataSource) throws SQLException {
        ReplicatedServer primary = servers.primary();
        if (primary.kind() != DatabaseKind.POSTGRESQL) {
            primary.readOnly(true);
        } else {
            primary.run("ALTER DATABASE app ALLOW_CONNECTIONS false");
        }
        servers.standby(0).promote();
        if (primary.kind() == DatabaseKind.POSTGRESQL) {
            servers.standby(0).run("ALTER DATABASE app ALLOW_CONNECTIONS true");
        }
        awaitExecuted(dataSource, () -> endIdleSessions(primary), "UPDATE t SET amount = 0 WHERE id = 1");
        if (primary.kind() == DatabaseKind.POSTGRESQL) {
            primary.run("ALTER DATABASE app ALLOW_CONNECTIONS true");
        } else {
            primary.readOnly(false);
        }
    }

    /** Also the one by which the primary is looked at; where it looks just now, the next time. */
    private static void endIdleSessions(ReplicatedServer primary) throws SQLException {
        if (primary.kind() == DatabaseKind.POSTGRESQL) {
            primary.run(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'app' AND state = 'idle'");
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int direct(ReplicatedServer server, String query) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl("app"), server.user(), server.password());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }
}
