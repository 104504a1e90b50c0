package org.shardingjdbc.engine.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.engine.internal.execute.driver.CachedStatements;
import org.shardingjdbc.engine.internal.execute.driver.CachedStatements.CachedStatement;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.RunSettings;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.JdbcCall;

/**
 * What is given up is given up as a whole, also where a driver throws an Error meanwhile; connections on which nothing
 * is left are used again.
 */
@Timeout(300)
class GivenUpTest {
    private static final int POOL_SIZE = 2;
    private static final String[] WRITE = {"0: INSERT INTO t VALUES (1, 'n')", "1: INSERT INTO t VALUES (1, 'n')"};

    private Shards shards;
    private Session session;

    @BeforeEach
    void open() throws SQLException {
        shards = new Shards(DatabaseKind.H2, "given_up", 2, POOL_SIZE, 1, Map.of("local-cross-shard", "refuse"));
        session = shards.session();
    }

    @AfterEach
    void close() throws SQLException {
        shards.probe.reset();
        try {
            session.close();
            assertThat(shards.inUse()).isZero();
            assertThat(shards.probe.open().statements()).isZero();
        } finally {
            shards.close();
        }
    }

    private static Predicate<JdbcCall> of(String dataSource, String type, String method) {
        return call -> call.dataSource().equals(dataSource) && call.is(type, method);
    }

    // ---- a write that has begun a transaction of its own and does not come about

    @Test
    void aRefusedWriteLeavesTheConnectionsOfBothDataSourcesAsTheyWere() throws SQLException {
        Set<Connection> before = connections();
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> shards.write(session, WRITE)).hasMessageStartingWith("SHD-6014");
        }
        assertThat(shards.rows(0) + shards.rows(1)).isZero();
        shards.write(session, WRITE[0]);
        shards.write(session, WRITE[1]);
        assertThat(shards.rows(0) + shards.rows(1)).isEqualTo(2);
        session.close();
        assertThat(connections()).isEqualTo(before);
    }

    private Set<Connection> connections() throws SQLException {
        return Set.copyOf(Stream.concat(shards.pooled(0).stream(), shards.pooled(1).stream())
                .toList());
    }

    /** Why it does not run is told, not the Error; connections whose transactions may be open are not used again. */
    @Test
    void anErrorOfTheRollbackKeepsNoConnection() throws SQLException {
        Set<Connection> before = connections();
        shards.probe.strikeWhen(of("ds_0", "Connection", "rollback"), Fault.breakingByError());
        assertThatThrownBy(() -> shards.write(session, WRITE)).hasMessageStartingWith("SHD-6014");
        shards.probe.reset();
        session.close();
        assertThat(shards.inUse()).isZero();
        for (int i = 0; i < 2; i++) {
            List<Connection> now = shards.pooled(i);
            assertThat(now).hasSize(POOL_SIZE);
            assertThat(before.stream().filter(now::contains)).hasSize(POOL_SIZE - 1);
        }
    }

    // ---- the end of a session whose coordinator ended its transaction

    @Test
    void anErrorOfOpenRowsIsToldWhenAllConnectionsAreBack() throws SQLException {
        Shards.join(session);
        reading("0: SELECT 1", "1: SELECT 1");
        shards.probe.strikeWhen(call -> call.method().equals("close"), Fault.breakingByError());
        assertThatThrownBy(() -> session.over(true)).isInstanceOf(Error.class);
        shards.probe.reset();
        assertThat(shards.inUse()).isZero();
    }

    private SqlTasks reading(String... sql) throws SQLException {
        SqlTasks tasks = new SqlTasks(sql);
        run(tasks).execute();
        return tasks;
    }

    private GroupedRun run(SqlTasks tasks) {
        return session.start(shards.deployed(tasks.sql(0)), tasks, RunSettings.update(StatementClass.READ, 0));
    }

    // ---- statements that are kept

    @Test
    void anErrorOfOneConnectionKeepsNoOther() throws SQLException {
        for (int i = 0; i < 2; i++) {
            shards.pool(i).lingering(TimeUnit.HOURS.toNanos(1), session.runs().workers());
        }
        CachedStatements kept = new CachedStatements();
        SqlTasks tasks = new SqlTasks("0: SELECT 1", "1: SELECT 1");
        GroupedRun run = run(tasks);
        run.execute();
        kept.executedBefore();
        for (PhysicalConnection connection : tasks.connections) {
            CachedStatement lent = kept.lend(connection.prepare("SELECT 2"), connection, "SELECT 2");
            lent.release();
        }
        run.close();
        assertThat(tasks.connections).allMatch(PhysicalConnection::isLingering);
        // the second one when the pool gets the connection back
        shards.probe.strikeWhen(
                call -> call.is("PreparedStatement", "close") || call.is("Connection", "clearWarnings"),
                Fault.breakingByError());
        assertThatThrownBy(kept::clear).isInstanceOf(Error.class);
        shards.probe.reset();
        assertThat(tasks.connections).allMatch(PhysicalConnection::isReleased);
        assertThat(shards.inUse()).isZero();
        kept.clear();
    }

    // ---- several statements that are one, whose end fails

    @Test
    void whoseSavepointCannotBeReleasedIsUndone() throws SQLException {
        for (String dataSource : List.of("ds_0", "ds_1")) {
            AtomicInteger struck = new AtomicInteger();
            Shards two = new Shards(DatabaseKind.H2, "given_up_" + dataSource, 2, POOL_SIZE, 1);
            try (two) {
                Session writing = two.session();
                writing.transactions().autoCommit(false);
                two.write(writing, "0: INSERT INTO t VALUES (9, 'n')", "1: INSERT INTO t VALUES (9, 'n')");
                Savepoint before = writing.transactions().setSavepoint("before");
                two.probe.strikeWhen(
                        of(dataSource, "Connection", "releaseSavepoint").and(call -> struck.getAndIncrement() == 0),
                        Fault.throwing());
                assertThatThrownBy(() -> writing.asOne(() -> two.write(writing, WRITE)))
                        .hasMessageStartingWith("fault on demand");
                assertThat(struck).hasPositiveValue();
                two.probe.reset();
                // where some of them were released already it can only be rolled back
                if (writing.transactions().isFailed()) {
                    writing.transactions().rollback(before);
                }
                writing.transactions().commit();
                assertThat(two.rows(0)).as(dataSource).isOne();
                assertThat(two.rows(1)).as(dataSource).isOne();
                writing.close();
            }
        }
    }
}
