package org.shardingjdbc.engine.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.engine.internal.execute.deployment.FanOutMode;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.WorkerThreads;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.experience.FanOutTimes;

/** Who runs the groups of an execution. What cannot be answered by one thread alone hangs if one thread tries. */
@Timeout(300)
class FanOutTest {
    private static final int GROUPS = 3;

    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final FanOutTimes quick = new FanOutTimes();
    private final FanOutTimes slow = new FanOutTimes();
    private Workers workers = new Workers("test", 0, WorkerThreads.AUTO);
    private Connection jdbc;
    private PhysicalConnection connection;

    @BeforeEach
    void connect() throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:");
        DataSource dataSource = h2;
        jdbc = dataSource.getConnection();
        ShardPool pool = new ShardPool(0, "ds_0", Dialects.H2, dataSource, false);
        connection = new PhysicalConnection(pool, jdbc, false);
        quick.tookOne(1_000, 1);
        slow.tookMore(300_000, 900_000, 1);
    }

    @AfterEach
    void close() throws SQLException {
        jdbc.close();
        workers.close();
    }

    /** What a task does while it is executed. */
    @FunctionalInterface
    private interface Task {
        void run(int task) throws Exception;
    }

    private class Work implements ShardWork {
        private final Task body;

        private Work(Task body) {
            this.body = body;
        }

        @Override
        public int size() {
            return GROUPS;
        }

        @Override
        public int dataSource(int task) {
            return 0;
        }

        @Override
        public String sql(int task) {
            return "";
        }

        @Override
        public Statement open(PhysicalConnection shard, int task) throws SQLException {
            return jdbc.createStatement();
        }

        @Override
        public void execute(Statement statement, int task) throws SQLException {
            threads.add(Thread.currentThread());
            try {
                body.run(task);
            } catch (SQLException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private FanOut fanOut(ShardWork work, int timeoutSeconds) {
        ExecutionGroup[] groups = new ExecutionGroup[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = new ExecutionGroup(connection, new int[] {i}, 0, false, ExecutionGroup.Preparation.NONE);
        }
        return new FanOut(work, groups, workers, timeoutSeconds, System.nanoTime());
    }

    private void run(FanOutMode mode, FanOutTimes times, Task body) throws SQLException {
        FanOut fanOut = fanOut(new Work(body), 0);
        fanOut.guidedBy(mode, times);
        fanOut.run();
    }

    @Test
    void groupsThatAreQuickRunOnTheCallersThread() throws SQLException {
        run(FanOutMode.ADAPTIVE, quick, task -> {});

        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void groupsOfUnknownTimesRunSideBySide() throws SQLException {
        CyclicBarrier all = new CyclicBarrier(GROUPS);

        run(FanOutMode.ADAPTIVE, new FanOutTimes(), task -> all.await());

        assertThat(threads).hasSize(GROUPS).contains(Thread.currentThread());
    }

    @Test
    void groupsThatAreSlowRunSideBySide() throws SQLException {
        CyclicBarrier all = new CyclicBarrier(GROUPS);

        run(FanOutMode.ADAPTIVE, slow, task -> all.await());

        assertThat(threads).hasSize(GROUPS);
    }

    @Test
    void groupsRunSideBySideWhenThePropSaysSo() throws SQLException {
        CyclicBarrier all = new CyclicBarrier(GROUPS);

        run(FanOutMode.PARALLEL, quick, task -> all.await());

        assertThat(threads).hasSize(GROUPS);
    }

    @Test
    void callerRunsAllWhenThePropSaysSo() throws SQLException {
        run(FanOutMode.SEQUENTIAL, slow, task -> {});

        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void workersTakeOverWhatTheCallerCannotBeginBecauseOneGroupHangs() throws SQLException {
        CountDownLatch others = new CountDownLatch(GROUPS - 1);

        run(FanOutMode.ADAPTIVE, quick, task -> {
            if (task == 0) {
                others.await();
            } else {
                others.countDown();
            }
        });

        assertThat(threads).contains(Thread.currentThread()).hasSizeGreaterThan(1);
    }

    @Test
    void watchWorksAgainAfterItWasIdle() throws Exception {
        workersTakeOverWhatTheCallerCannotBeginBecauseOneGroupHangs();
        while (workers.lateFanOuts().isTicking()) {
            Thread.onSpinWait();
        }

        workersTakeOverWhatTheCallerCannotBeginBecauseOneGroupHangs();
    }

    @Test
    void timesAreLearnedFromWhatTheGroupsTake() throws SQLException {
        FanOutTimes learned = new FanOutTimes();

        run(FanOutMode.ADAPTIVE, learned, task -> {});

        assertThat(learned.isForOne(Long.MAX_VALUE - 1, 1, 1)).isTrue();
    }

    @Test
    void failureStopsGroupsThatTheCallerHasNotBegun() {
        assertThatThrownBy(() -> run(FanOutMode.SEQUENTIAL, null, task -> {
                    if (task == 1) {
                        throw new SQLException("broken");
                    }
                    assertThat(task).isZero();
                }))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("broken");
    }

    @Test
    void interruptEndsItBeforeTheNextGroup() {
        assertThatThrownBy(() -> run(FanOutMode.SEQUENTIAL, null, task -> {
                    assertThat(task).isZero();
                    Thread.currentThread().interrupt();
                }))
                .isInstanceOfSatisfying(SQLException.class, e -> assertThat(e.getErrorCode())
                        .isEqualTo(ErrorCode.INTERRUPTED.number()));
        assertThat(Thread.interrupted()).isTrue();
    }

    /** The only worker hangs in a group: the alarm must not wait for it. */
    @Test
    void timeoutComesAlsoWhenAllWorkersHang() {
        workers.close();
        workers = new Workers("test", 1, WorkerThreads.AUTO);
        CountDownLatch cancelled = new CountDownLatch(1);
        CountDownLatch taken = new CountDownLatch(1);
        Thread caller = Thread.currentThread();
        Work hanging =
                new Work(task -> {
                    if (Thread.currentThread() == caller) {
                        taken.await();
                    } else {
                        taken.countDown();
                        cancelled.await();
                    }
                }) {
                    @Override
                    public Statement open(PhysicalConnection shard, int task) throws SQLException {
                        return cancellable(super.open(shard, task), cancelled);
                    }
                };

        assertThatThrownBy(() -> fanOut(hanging, 1).run()).isInstanceOf(SQLTimeoutException.class);
    }

    private static Statement cancellable(Statement statement, CountDownLatch cancelled) {
        return (Statement) Proxy.newProxyInstance(
                FanOutTest.class.getClassLoader(), new Class<?>[] {Statement.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("cancel")) {
                        cancelled.countDown();
                        return null;
                    }
                    return method.invoke(statement, arguments);
                });
    }
}
