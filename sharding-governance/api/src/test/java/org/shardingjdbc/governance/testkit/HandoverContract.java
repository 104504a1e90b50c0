package org.shardingjdbc.governance.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.RepositoryProps;
import org.shardingjdbc.governance.RepositoryProvider;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.HandoverState;
import org.shardingjdbc.jdbc.governance.HandoverState.Phase;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions.Between;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions.Newcomers;

/** Handovers of all instances, of which no two statements overlap, as all registries hold them; in this process. */
public abstract class HandoverContract {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration SHORT = Duration.ofMillis(300);

    /** What opens the repositories. */
    protected abstract RepositoryProvider provider();

    /** The props of a repository, without its namespace. */
    protected abstract Map<String, String> props();

    /** A repository of that namespace. */
    protected final Repository open(String namespace) {
        return provider().open(new RepositoryProps(with("namespace", namespace)));
    }

    final Map<String, String> with(String prop, String value) {
        Map<String, String> all = new TreeMap<>(props());
        all.put(prop, value);
        return all;
    }

    /** Instances of that namespace, with more lines below {@code mode:}. */
    final ContractInstances instances(String namespace, String more) {
        StringBuilder mode = new StringBuilder("  type: Cluster\n" + more);
        mode.append("  repository:\n    type: ").append(provider().type()).append("\n    props:\n");
        with("namespace", namespace).forEach((key, value) -> mode.append("      " + key + ": '" + value + "'\n"));
        return new ContractInstances(provider().type() + "_" + namespace, mode.toString());
    }

    private static ReconfigureOptions exclusive(Duration limit, Between between) {
        return ReconfigureOptions.builder()
                .handover(Newcomers.WAIT, limit)
                .between(between)
                .awaitInstances(LONG)
                .build();
    }

    private static ReconfigureOptions exclusive(Duration limit) {
        return ReconfigureOptions.builder()
                .handover(Newcomers.WAIT, limit)
                .awaitInstances(LONG)
                .build();
    }

    private static CompletableFuture<Void> change(
            ShardingDataSource dataSource, ShardingConfiguration next, ReconfigureOptions options) {
        return CompletableFuture.runAsync(() -> {
            try {
                dataSource.reconfigure(next, options);
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
    }

    private static CompletableFuture<Long> count(ShardingDataSource dataSource) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return Governed.number(dataSource, "SELECT COUNT(*) FROM t_order");
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
    }

    /** A statement that waits: the first ones may come before its instance has heard of the handover. */
    private static CompletableFuture<Long> waits(ShardingDataSource dataSource) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            CompletableFuture<Long> counting = count(dataSource);
            try {
                counting.get(300, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                return counting;
            }
            assertThat(System.nanoTime() - end).as("none waits").isNegative();
        }
    }

    private static void requireWaits(CompletableFuture<?> waiting) {
        assertThatThrownBy(() -> waiting.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
    }

    private static boolean agree(int nodes, ShardingDataSource... dataSources) {
        return Governed.until(() -> {
            try {
                long version = dataSources[0].governance().version();
                for (ShardingDataSource each : dataSources) {
                    if (each.dataNodes("t_order").size() != 2 * nodes
                            || each.governance().version() != version) {
                        return false;
                    }
                }
                return dataSources[0].governance().handover() == null;
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** Three tables in each database; {@code nodes} decides which of them are used. */
    private static void createTables(ContractInstances instances) throws SQLException {
        for (int source = 0; source < 2; source++) {
            try (Connection connection = connect(instances, source);
                    Statement statement = connection.createStatement()) {
                for (int table = 0; table < 4; table++) {
                    statement.execute("CREATE TABLE t_order_" + table
                            + " (order_id INT PRIMARY KEY, user_id INT NOT NULL, v INT NOT NULL)");
                }
            }
        }
    }

    private static Connection connect(ContractInstances instances, int source) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:h2:mem:" + instances.name() + "_" + source + ";DB_CLOSE_DELAY=-1", "sa", "");
    }

    /** Moves all rows, as nobody could who had to fear a statement of an instance. */
    private static void move(ContractInstances instances, int from, int to) throws SQLException {
        for (int source = 0; source < 2; source++) {
            try (Connection connection = connect(instances, source);
                    Statement statement = connection.createStatement()) {
                for (int old = 0; old < from; old++) {
                    for (int next = 0; next < to; next++) {
                        if (old != next) {
                            String where = " FROM t_order_" + old + " WHERE MOD(order_id, " + to + ") = " + next;
                            statement.executeUpdate("INSERT INTO t_order_" + next + " SELECT *" + where);
                            statement.executeUpdate("DELETE" + where);
                        }
                    }
                }
            }
        }
    }

    /** Adds to a row of its own, again and again: to none if the row lies elsewhere than its instance believes. */
    private static final class Writer extends Thread {
        private final ShardingDataSource dataSource;
        private final int id;
        private final AtomicBoolean stop;
        final AtomicInteger written = new AtomicInteger();
        final AtomicLong longestNanos = new AtomicLong();
        volatile Throwable failed;

        Writer(ShardingDataSource dataSource, int id, AtomicBoolean stop) {
            super("writes-" + id);
            this.dataSource = dataSource;
            this.id = id;
            this.stop = stop;
            setDaemon(true);
        }

        @Override
        public void run() {
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement update = connection.prepareStatement(
                            "UPDATE t_order SET v = v + 1 WHERE order_id = ? AND user_id = ?")) {
                connection.setAutoCommit(id % 2 == 0);
                while (!stop.get()) {
                    long begin = System.nanoTime();
                    update.setInt(1, id);
                    update.setInt(2, id);
                    assertThat(update.executeUpdate()).isEqualTo(1);
                    if (id % 2 == 1) {
                        connection.commit();
                    }
                    longestNanos.accumulateAndGet(System.nanoTime() - begin, Math::max);
                    written.incrementAndGet();
                    TimeUnit.MICROSECONDS.sleep(500);
                }
            } catch (Throwable e) {
                failed = e;
            }
        }
    }

    @Test
    void noTwoStatementsOverlap() throws Exception {
        ContractInstances instances = instances("overlap", "");
        createTables(instances);
        List<Writer> writers = new ArrayList<>();
        AtomicBoolean stop = new AtomicBoolean();
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2);
                ShardingDataSource third = instances.open(2)) {
            List<ShardingDataSource> all = List.of(first, second, third);
            for (int id = 0; id < 12; id++) {
                Governed.execute(
                        first, "INSERT INTO t_order (order_id, user_id, v) VALUES (" + id + ", " + id + ", 0)");
                writers.add(new Writer(all.get(id % 3), id, stop));
            }
            writers.forEach(Thread::start);
            AtomicInteger between = new AtomicInteger();
            int nodes = 2;
            for (int round = 0; round < 6; round++) {
                int from = nodes;
                int to = nodes == 2 ? 3 : 2;
                TimeUnit.MILLISECONDS.sleep(100);
                changeInTheEnd(all.get(round % 3), instances.configuration(to, ""), exclusive(LONG, () -> {
                    move(instances, from, to);
                    between.incrementAndGet();
                }));
                nodes = to;
            }
            TimeUnit.MILLISECONDS.sleep(100);
            stop.set(true);
            for (Writer each : writers) {
                each.join(20_000);
                assertThat(each.failed).isNull();
                assertThat(each.written.get()).isPositive();
            }
            assertThat(between).hasValue(6);
            assertThat(agree(2, first, second, third)).isTrue();
            assertThat(Governed.number(second, "SELECT SUM(v) FROM t_order"))
                    .isEqualTo(writers.stream()
                            .mapToInt(each -> each.written.get())
                            .sum());
            System.out.println(provider().type() + ": a statement waited for "
                    + TimeUnit.NANOSECONDS.toMillis(writers.stream()
                            .mapToLong(each -> each.longestNanos.get())
                            .max()
                            .orElseThrow())
                    + " ms at most");
        } finally {
            stop.set(true);
        }
    }

    @Test
    void aTransactionOfAnotherInstanceIsWaitedFor() throws Exception {
        ContractInstances instances = instances("waits", "");
        createTables(instances);
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2);
                Connection connection = second.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO t_order (order_id, user_id, v) VALUES (1, 1, 0)");
            AtomicInteger between = new AtomicInteger();
            assertThatThrownBy(() -> first.reconfigure(
                            instances.configuration(3, ""), exclusive(SHORT, between::incrementAndGet)))
                    .hasMessageContaining("SHD-7010")
                    .hasMessageContaining(second.governance().instanceId())
                    .hasMessageContaining("goes on for all");
            assertThat(agree(2, first, second)).isTrue();
            assertThat(count(first).get(10, TimeUnit.SECONDS)).isZero();
            assertThat(between).hasValue(0);

            CompletableFuture<Void> change =
                    change(first, instances.configuration(3, ""), exclusive(LONG, between::incrementAndGet));
            assertThat(Governed.until(() -> phase(second) == Phase.CLOSING)).isTrue();
            requireWaits(change);
            CompletableFuture<Long> here = waits(first);
            CompletableFuture<Long> there = waits(second);
            statement.executeUpdate("UPDATE t_order SET v = 1 WHERE order_id = 1 AND user_id = 1");
            connection.commit();
            change.get(20, TimeUnit.SECONDS);
            assertThat(between).hasValue(1);
            assertThat(here.get(20, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat(there.get(20, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat(agree(3, first, second)).isTrue();
        }
    }

    /** As the registry has it; null for none. */
    private static Phase phase(ShardingDataSource dataSource) {
        try {
            HandoverState state = dataSource.governance().handover();
            return state == null ? null : state.phase();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatFailsInBetweenIsWithdrawnForAll() throws Exception {
        ContractInstances instances = instances("fails", "");
        createTables(instances);
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2)) {
            assertThatThrownBy(() -> first.reconfigure(instances.configuration(3, ""), exclusive(LONG, () -> {
                        throw new SQLException("not now");
                    })))
                    .hasMessageContaining("not now");
            assertThat(agree(2, first, second)).isTrue();
            assertThat(count(second).get(10, TimeUnit.SECONDS)).isZero();
            // at once, by its version that has grown meanwhile
            first.reconfigure(instances.configuration(3, ""), exclusive(LONG));
            assertThat(agree(3, first, second)).isTrue();
            second.reconfigure(instances.configuration(2, ""));
            assertThat(agree(2, first, second)).isTrue();
            second.reconfigure(instances.configuration(4, ""), exclusive(LONG, () -> {}));
            assertThat(agree(4, first, second)).isTrue();
        }
    }

    @Test
    void ofTwoThatHandOverAtOnceOneWins() throws Exception {
        ContractInstances instances = instances("both", "");
        createTables(instances);
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2)) {
            CyclicBarrier together = new CyclicBarrier(2);
            AtomicInteger between = new AtomicInteger();
            List<String> lost = new ArrayList<>();
            int done = 0;
            int rounds = 0;
            for (; rounds < 2 || rounds < 50 && lost.isEmpty(); rounds++) {
                List<CompletableFuture<Void>> changes = new ArrayList<>();
                for (ShardingDataSource each : List.of(first, second)) {
                    changes.add(CompletableFuture.runAsync(() -> {
                        try {
                            together.await();
                            each.reconfigure(instances.configuration(3, ""), exclusive(LONG, between::incrementAndGet));
                        } catch (Exception e) {
                            throw new IllegalStateException(e.getMessage(), e);
                        }
                    }));
                }
                for (CompletableFuture<Void> each : changes) {
                    try {
                        each.get(60, TimeUnit.SECONDS);
                        done++;
                    } catch (ExecutionException e) {
                        lost.add(String.valueOf(e.getCause().getMessage()));
                    }
                }
                assertThat(agree(3, first, second)).isTrue();
            }
            assertThat(lost).isNotEmpty().allMatch(why -> why.contains("SHD-7004"));
            assertThat(between).hasValue(done);
            assertThat(done).isGreaterThanOrEqualTo(rounds);
        }
    }

    /** Whoever changes dies before anything is done in between: the others go on. */
    @Test
    void whoDiesWhileClosingIsWithdrawn() throws Exception {
        ContractInstances instances = instances("dies_closing", "");
        createTables(instances);
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2);
                LoneChanger changer = new LoneChanger(instances.configuration(2, ""))) {
            changer.begin(instances.configuration(3, ""), exclusive(LONG));
            assertThat(phase(first)).isEqualTo(Phase.CLOSING);
            CompletableFuture<Long> waiting = waits(second);
            assertThatThrownBy(() ->
                            first.governance().openHandover(first.governance().handover()))
                    .hasMessageContaining("SHD-7018");
            changer.die();
            assertThat(waiting.get(20, TimeUnit.SECONDS)).isZero();
            assertThat(agree(2, first, second)).isTrue();
            changeInTheEnd(second, instances.configuration(3, ""), exclusive(LONG));
            assertThat(agree(3, first, second)).isTrue();
        }
    }

    /** As who is told that something else came in between, and still wants the change. */
    private static void changeInTheEnd(
            ShardingDataSource dataSource, ShardingConfiguration configuration, ReconfigureOptions options)
            throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (true) {
            try {
                dataSource.reconfigure(configuration, options);
                return;
            } catch (SQLException e) {
                if (!e.getMessage().startsWith("SHD-7004") || System.nanoTime() - end > 0) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }
    }

    /** Whoever changes is there and does not go on: its limit is over for the others, too. */
    @Test
    void whoTakesTooLongIsWithdrawn() throws Exception {
        ContractInstances instances = instances("slow", "");
        createTables(instances);
        try (ShardingDataSource first = instances.open(2);
                LoneChanger changer = new LoneChanger(instances.configuration(2, ""))) {
            changer.begin(instances.configuration(3, ""), exclusive(SHORT));
            assertThat(count(first).get(20, TimeUnit.SECONDS)).isZero();
            assertThat(agree(2, first)).isTrue();
            assertThatThrownBy(changer::finish).hasMessageContaining("SHD-7004");
        }
    }

    private LoneChanger deadInBetween(ContractInstances instances, ShardingDataSource... others) throws Exception {
        LoneChanger changer = new LoneChanger(instances.configuration(2, ""));
        changer.begin(instances.configuration(3, ""), exclusive(LONG, changer::die));
        assertThatThrownBy(changer::finish).isInstanceOf(RuntimeException.class);
        for (ShardingDataSource each : others) {
            assertThatThrownBy(() -> count(each).get(20, TimeUnit.SECONDS)).hasMessageContaining("SHD-7018");
        }
        return changer;
    }

    @Test
    void whatWasDoneInBetweenIsOpenedByHand() throws Exception {
        ContractInstances instances = instances("opened", "");
        createTables(instances);
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2);
                LoneChanger dead = deadInBetween(instances, first, second)) {
            HandoverState state = first.governance().handover();
            assertThat(state.phase()).isEqualTo(Phase.IN_BETWEEN);
            assertThat(state.instance()).isEqualTo(dead.id());
            assertThat(state.isAbandoned()).isTrue();
            assertThatThrownBy(() -> second.reconfigure(instances.configuration(4, "")))
                    .hasMessageContaining("SHD-7004");
            try (ShardingDataSource late = instances.open(2)) {
                CompletableFuture<Long> waiting = waits(late);
                second.governance().openHandover(state);
                assertThat(waiting.get(20, TimeUnit.SECONDS)).isZero();
                assertThat(agree(3, first, second, late)).isTrue();
                assertThat(count(first).get(10, TimeUnit.SECONDS)).isZero();
            }
            assertThatThrownBy(() -> first.governance().withdrawHandover(state)).hasMessageContaining("SHD-7004");
        }
    }

    @Test
    void whatWasNotDoneInBetweenIsWithdrawnByHand() throws Exception {
        ContractInstances instances = instances("withdrawn", "");
        createTables(instances);
        try (ShardingDataSource first = instances.open(2);
                ShardingDataSource second = instances.open(2);
                LoneChanger dead = deadInBetween(instances, first, second)) {
            HandoverState state = second.governance().handover();
            first.governance().withdrawHandover(state);
            assertThat(Governed.until(() ->
                            Governed.version(first) > state.version() && Governed.version(second) > state.version()))
                    .isTrue();
            assertThat(agree(2, first, second)).isTrue();
            assertThat(count(second).get(10, TimeUnit.SECONDS)).isZero();
            assertThat(dead.id()).isNotEmpty();
        }
    }

    @Test
    void whoStartsMeanwhileWaits() throws Exception {
        ContractInstances instances = instances("starts", "");
        createTables(instances);
        try (ShardingDataSource first = instances.open(2);
                LoneChanger changer = new LoneChanger(instances.configuration(2, ""))) {
            changer.begin(instances.configuration(3, ""), exclusive(LONG, () -> {}));
            try (ShardingDataSource late = instances.open(2)) {
                CompletableFuture<Long> waiting = waits(late);
                // longer than statements wait for a registry that is away
                TimeUnit.SECONDS.sleep(6);
                assertThat(waiting).isNotDone();
                changer.finish();
                assertThat(waiting.get(20, TimeUnit.SECONDS)).isZero();
                assertThat(agree(3, first, late)).isTrue();
            }
        }
    }

    @Test
    void whoIsClosedMeanwhileHoldsUpNobody() throws Exception {
        ContractInstances instances = instances("closes", "");
        createTables(instances);
        try (ShardingDataSource first = instances.open(2)) {
            ShardingDataSource second = instances.open(2);
            Connection connection = second.getConnection();
            Statement statement = connection.createStatement();
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO t_order (order_id, user_id, v) VALUES (1, 1, 0)");
            CompletableFuture<Void> change = change(first, instances.configuration(3, ""), exclusive(LONG, () -> {}));
            assertThat(Governed.until(() -> phase(first) == Phase.CLOSING)).isTrue();
            requireWaits(change);
            second.close();
            change.get(20, TimeUnit.SECONDS);
            assertThat(agree(3, first)).isTrue();
        }
    }
}
