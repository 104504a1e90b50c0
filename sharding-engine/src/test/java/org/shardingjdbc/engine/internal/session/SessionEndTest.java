package org.shardingjdbc.engine.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.run.ConnectionRun;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.Run;
import org.shardingjdbc.engine.internal.run.RunSettings;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.testkit.DatabaseKind;

/** A session that ends by another thread than the one that uses it: by its coordinator, or who aborts or closes it. */
@Timeout(300)
class SessionEndTest {
    private static final int POOL_SIZE = 4;

    private Shards shards;
    private Session session;
    /** Whoever executes stands here in his driver. */
    private final CountDownLatch within = new CountDownLatch(1);

    private final CountDownLatch goesOn = new CountDownLatch(1);

    @BeforeEach
    void open() throws SQLException {
        shards = new Shards(DatabaseKind.H2, "session_end", 1, POOL_SIZE, 1);
        session = shards.session();
    }

    @AfterEach
    void close() throws SQLException {
        try {
            session.close();
            assertThat(shards.inUse()).isZero();
            assertThat(shards.probe.open().statements()).isZero();
        } finally {
            shards.close();
        }
    }

    private GroupedRun run(SqlTasks tasks, StatementClass statementClass) {
        return session.start(shards.deployed(tasks.sql(0)), tasks, RunSettings.update(statementClass, 0));
    }

    @Test
    void aConnectionWhoseBranchEndedNobodyKnowsHowIsNotUsedAgainThoughAResultIsOpen() throws SQLException {
        Shards.join(session);
        SqlTasks tasks = new SqlTasks("0: SELECT 1");
        run(tasks, StatementClass.READ).execute();
        Connection used = tasks.connections[0].jdbc().unwrap(Connection.class);
        assertThat(tasks.results[0].next()).isTrue();
        session.over(false);
        assertThat(shards.inUse()).isZero();
        assertThat(shards.pooled(0)).doesNotContain(used);
    }

    @Test
    void aConnectionWhoseBranchEndedAsItsTransactionIsUsedAgain() throws SQLException {
        Shards.join(session);
        SqlTasks tasks = new SqlTasks("0: SELECT 1");
        run(tasks, StatementClass.READ).execute();
        Connection used = tasks.connections[0].jdbc().unwrap(Connection.class);
        session.over(true);
        assertThat(shards.inUse()).isZero();
        assertThat(shards.pooled(0)).contains(used);
    }

    private void stand() {
        within.countDown();
        try {
            goesOn.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Throwable thrownBy(Session.Steps<?> steps) {
        return catchThrowable(steps::run);
    }

    @Test
    void aConnectionOnWhichStatementsRunAsTheirTransactionEndsStaysTheirs() throws Exception {
        Shards.join(session);
        SqlTasks tasks = new SqlTasks("0: INSERT INTO t VALUES (1, 'n')");
        tasks.before = task -> stand();
        GroupedRun run = run(tasks, StatementClass.WRITE);
        CompletableFuture<Throwable> running = CompletableFuture.supplyAsync(() -> thrownBy(() -> {
            run.execute();
            return null;
        }));
        endsUnderIt(running, () -> tasks.connections[0]);
    }

    @Test
    void aConnectionOnWhichOneStatementRunsAsItsTransactionEndsStaysIts() throws Exception {
        Shards.join(session);
        OneStatement run = new OneStatement();
        CompletableFuture<Throwable> running = CompletableFuture.supplyAsync(() -> thrownBy(() -> {
            run.execute();
            return null;
        }));
        endsUnderIt(running, () -> run.used);
    }

    private void endsUnderIt(CompletableFuture<Throwable> running, Supplier<PhysicalConnection> connection)
            throws Exception {
        within.await();
        Connection used = connection.get().jdbc().unwrap(Connection.class);
        session.over(true);
        assertThat(shards.pool(0).inUse()).isOne();
        goesOn.countDown();
        assertThat(running.get()).isInstanceOf(SQLException.class).hasMessageStartingWith("SHD-5007");
        assertThat(shards.inUse()).isZero();
        assertThat(shards.rows(0)).isZero();
        assertThat(shards.pooled(0)).doesNotContain(used);
    }

    /** One on one unit, as {@code OneUnitRun}. */
    private final class OneStatement extends ConnectionRun.Single implements Run.OfOneUnit {
        private PhysicalConnection used;
        private Statement statement;

        void execute() throws SQLException {
            run();
        }

        @Override
        protected void takeConnection() throws SQLException {
            session.runs().lend(this, shards.deployed("INSERT"), 0);
        }

        @Override
        protected void runStatements(PhysicalConnection on) throws SQLException {
            used = on;
            statement = used.jdbc().createStatement();
            if (!mayGoOn()) {
                Closing.raise(signal.reason());
            }
            stand();
            statement.execute("INSERT INTO t VALUES (1, 'n')");
        }

        @Override
        protected SQLException closeStatements() {
            try {
                if (statement != null) {
                    statement.close();
                }
                return null;
            } catch (SQLException e) {
                return e;
            }
        }

        @Override
        protected void failed(PhysicalConnection on, Throwable failure, Throwable cause) {
            session.runs().failed(shards.deployed("INSERT"), on, true, cause);
        }

        @Override
        protected SQLException whyClosed() {
            return session.runs().whyClosed();
        }

        @Override
        protected void giveConnectionBack() {
            session.runs().end(this);
        }

        @Override
        protected List<Statement> targets() {
            return statement == null ? List.of() : List.of(statement);
        }

        @Override
        public StatementClass statementClass() {
            return StatementClass.WRITE;
        }

        @Override
        public void cancel() {
            throw new IllegalStateException();
        }

        @Override
        public Workers workers() {
            return session.runs().workers();
        }
    }

    // ---- what is told of a deployment that is left

    /** Deployments that follow each other share their pools. */
    @Test
    void anOpenResultIsToldOnceHoweverOftenTheDeploymentWasReplaced() throws SQLException {
        session.transactions().autoCommit(false);
        SqlTasks tasks = new SqlTasks("0: SELECT 1");
        GroupedRun run = run(tasks, StatementClass.READ);
        run.execute();
        List<Deployment> former = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            former.add(shards.deployments.current());
            shards.deployments.replace(shards.next());
        }
        assertThatThrownBy(() ->
                        shards.deployments.replace(shards.next(), true, Duration.ofMillis(1), () -> former.clear()))
                .hasMessageStartingWith("SHD-7016")
                .hasMessageContaining(" 1 statements, transactions or results");
        run.close();
        session.transactions().rollback();
    }
}
