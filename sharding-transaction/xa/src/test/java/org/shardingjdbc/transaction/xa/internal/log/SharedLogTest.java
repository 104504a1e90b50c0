package org.shardingjdbc.transaction.xa.internal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.fault.TcpProxy;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.DecisionUnknownException;
import org.shardingjdbc.transaction.xa.internal.PreparedBranches;
import org.shardingjdbc.transaction.xa.internal.log.LogTables.NodeRow;

/** Two processes never decide otherwise about a branch, however slow one of them is. */
@Timeout(300)
class SharedLogTest {
    private static final int THREADS = 8;

    @ParameterizedTest
    @EnumSource
    void whoIsClosedWritesNothing(DatabaseKind kind) throws SQLException {
        TransactionSource source = source(kind, "log_closed");
        try (DecisionWriter slow = process(source, "slow.1.")) {
            slow.write(commit("slow.1.a"), 10_000);
            close(source, "slow.1.");
            assertThatThrownBy(() -> slow.write(commit("slow.1.b"), 10_000))
                    .isInstanceOf(NodeClosedException.class)
                    .hasMessageContaining("restart it");
            assertThat(slow.isClosed()).isTrue();
            assertThat(decided(source, "slow.1.")).containsExactly("slow.1.a");
        }
    }

    /** A beat that waited while the process ended would keep a connection that nobody closes. */
    @Test
    void whoHasEndedConnectsNoMore() throws SQLException {
        TransactionSource source = source(DatabaseKind.H2, "log_ended");
        AtomicInteger opened = new AtomicInteger();
        TransactionSource counting = new CountingSource(source, opened);
        DecisionWriter writer = process(counting, "ended.1.");
        writer.write(commit("ended.1.a"), 10_000);
        writer.close();
        assertThatThrownBy(() -> writer.beat(null)).isInstanceOf(NodeClosedException.class);
        assertThatThrownBy(() -> writer.write(commit("ended.1.b"), 10_000)).isInstanceOf(NodeClosedException.class);
        assertThat(opened).hasValue(1);
        assertThat(writer.isClosed()).isFalse();
    }

    /** A database that is silent is away: who commits is told, and what waits is written when it answers. */
    @ParameterizedTest
    @EnumSource(names = "H2", mode = EnumSource.Mode.EXCLUDE)
    void whoCommitsHearsOfASilentDatabase(DatabaseKind kind) throws Exception {
        TransactionSource direct = source(kind, "log_silent");
        TestServer server = TestServer.of(kind);
        String url = server.jdbcUrl("log_silent");
        try (TcpProxy way = TcpProxy.to(url);
                DecisionWriter writer =
                        process(new OtherWay(direct, server.user(), server.password(), way.url(url)), "silent.1.")) {
            writer.write(commit("silent.1.a"), 10_000);
            way.stall();
            CompletableFuture<Void> committing =
                    CompletableFuture.runAsync(() -> writer.write(commit("silent.1.b"), 1_000));
            assertThatThrownBy(() -> committing.get(60, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(DecisionUnknownException.class);
            way.restore();
            writer.write(commit("silent.1.c"), 60_000);
            assertThat(decided(direct, "silent.1.")).contains("silent.1.a", "silent.1.c");
        }
    }

    /** What was acknowledged is there when the process is closed, and what is there was acknowledged. */
    @ParameterizedTest
    @EnumSource
    void closingDividesDecisions(DatabaseKind kind) throws Exception {
        TransactionSource source = source(kind, "log_divides");
        try (DecisionWriter slow = process(source, "slow.2.")) {
            Set<String> acknowledged = ConcurrentHashMap.newKeySet();
            CountDownLatch some = new CountDownLatch(10 * THREADS);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                String name = "slow.2." + i + ".";
                Thread thread = new Thread(() -> {
                    try {
                        for (int j = 0; ; j++) {
                            slow.write(commit(name + j), 10_000);
                            acknowledged.add(name + j);
                            some.countDown();
                        }
                    } catch (NodeClosedException e) {
                        // as it must be
                    }
                });
                thread.start();
                threads.add(thread);
            }
            assertThat(some.await(60, TimeUnit.SECONDS)).isTrue();
            close(source, "slow.2.");
            Set<String> decided = decided(source, "slow.2.");
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(decided).isEqualTo(acknowledged).isEqualTo(decided(source, "slow.2."));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoBeatsIsNotTakenOver(DatabaseKind kind) throws SQLException {
        TransactionSource source = source(kind, "log_beats");
        try (DecisionWriter slow = process(source, "slow.3.")) {
            Takeover other = new Takeover(source, "other.1.", 0);
            for (int i = 0; i < 3; i++) {
                other.look(Map.of());
                slow.beat(null);
            }
            slow.write(commit("slow.3.a"), 10_000);
            other.look(Map.of());
            other.look(Map.of());
            assertThatThrownBy(() -> slow.beat(null)).isInstanceOf(NodeClosedException.class);
        }
    }

    /** A branch that is prepared after its process was closed is rolled back too; one that was decided is committed. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
    void branchesAreEndedAsTheirProcessDecided(DatabaseKind kind) throws SQLException {
        TransactionSource source = source(kind, "log_ends");
        try (DecisionWriter slow = process(source, "slow.4.");
                Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            slow.beat(List.of("db.ds"));
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY)");
            prepare(source, branch("slow.4.a"), 1);
            prepare(source, branch("slow.4.b"), 2);
            BranchId foreign = branch("slow.40.c");
            prepare(source, foreign, 3);
            slow.write(commit("slow.4.a"), 10_000);
            Takeover without = new Takeover(source, "other.2.", 0);
            without.look(Map.of());
            without.look(Map.of());
            assertThat(own(source))
                    .as("of one who does not know the data source")
                    .hasSize(3);
            Takeover other = new Takeover(source, "other.3.", 0);
            lookUntilOneIsLeft(other, source);
            assertThat(own(source)).containsExactly(foreign);
            assertThat(ids(statement)).containsExactly(1);
            prepare(source, branch("slow.4.d"), 4);
            lookUntilOneIsLeft(other, source);
            assertThat(own(source)).containsExactly(foreign);
            statement.execute(source.twoPhaseCommit().rollbackPrepared(foreign));
            assertThat(ids(statement)).containsExactly(1);
        }
    }

    @Test
    void whatCouldNotBeWrittenIsWrittenLater() throws SQLException {
        TestServer server = TestServer.own(DatabaseKind.POSTGRESQL);
        try {
            server.createDatabase("log_lost");
            TransactionSource source = new Source(server, "log_lost");
            try (Connection connection = source.open()) {
                LogTables.create(connection, "ds");
            }
            try (DecisionWriter writer = process(source, "node.1.")) {
                writer.write(commit("node.1.a"), 10_000);
                server.kill();
                assertThatThrownBy(() -> writer.write(commit("node.1.b"), 500))
                        .isInstanceOf(DecisionUnknownException.class);
                server.restart();
                writer.beat(null);
                assertThat(decided(source, "node.1.")).containsExactlyInAnyOrder("node.1.a", "node.1.b");
            }
        } finally {
            server.end();
        }
    }

    private static TransactionSource source(DatabaseKind kind, String name) throws SQLException {
        TestServer server = TestServer.of(kind);
        server.createDatabase(name);
        Source source = new Source(server, name);
        try (Connection connection = source.open()) {
            LogTables.create(connection, "ds");
            LogTables.create(connection, "ds");
        }
        return source;
    }

    private static DecisionWriter process(TransactionSource source, String identity) throws SQLException {
        try (Connection connection = source.open()) {
            LogTables.insertNode(connection, identity);
        }
        return new DecisionWriter(source, identity);
    }

    private static BranchDecision commit(String transaction) {
        return new BranchDecision(transaction, "COMMITTING", () -> {});
    }

    private static void close(TransactionSource source, String identity) throws SQLException {
        try (Connection connection = source.open()) {
            boolean closed = false;
            while (!closed) {
                for (NodeRow node : LogTables.nodes(connection)) {
                    closed |= node.identity().equals(identity) && LogTables.close(connection, node, 1);
                }
            }
        }
    }

    private static Set<String> decided(TransactionSource source, String identity) throws SQLException {
        Set<String> found = new HashSet<>();
        try (Connection connection = source.open()) {
            LogTables.decided(connection, identity, found);
        }
        return found;
    }

    private static BranchId branch(String transaction) {
        return new BranchId(
                4711, transaction.getBytes(StandardCharsets.US_ASCII), "b".getBytes(StandardCharsets.US_ASCII));
    }

    private static void prepare(TransactionSource source, BranchId branch, int id) throws SQLException {
        TwoPhaseCommit commands = source.twoPhaseCommit();
        try (Connection connection = source.open();
                Statement statement = connection.createStatement()) {
            if (commands.begin(branch) == null) {
                connection.setAutoCommit(false);
            } else {
                statement.execute(commands.begin(branch));
            }
            statement.execute("INSERT INTO t VALUES (" + id + ")");
            if (commands.end(branch) != null) {
                statement.execute(commands.end(branch));
            }
            statement.execute(commands.prepare(branch));
        }
    }

    /** Until the server has noticed that a connection is closed, nobody else can end its branch. */
    private static void lookUntilOneIsLeft(Takeover other, TransactionSource source) throws SQLException {
        for (int i = 0; i < 1_000 && own(source).size() > 1; i++) {
            other.look(Map.of("db.ds", source));
        }
    }

    private static List<BranchId> own(TransactionSource source) throws SQLException {
        return new PreparedBranches(source)
                .list().stream().filter(each -> each.formatId() == 4711).toList();
    }

    private static List<Integer> ids(Statement statement) throws SQLException {
        List<Integer> found = new ArrayList<>();
        try (var rows = statement.executeQuery("SELECT id FROM t")) {
            while (rows.next()) {
                found.add(rows.getInt(1));
            }
        }
        return found;
    }

    /** Counts the connections that are kept. */
    private record CountingSource(TransactionSource source, AtomicInteger opened) implements TransactionSource {
        @Override
        public String name() {
            return source.name();
        }

        @Override
        public TwoPhaseCommit twoPhaseCommit() {
            return source.twoPhaseCommit();
        }

        @Override
        public Connection open() throws SQLException {
            return source.open();
        }

        @Override
        public Connection openKept() throws SQLException {
            opened.incrementAndGet();
            return source.openKept();
        }
    }

    /** Reaches the database of another one by another URL. */
    private record OtherWay(TransactionSource source, String user, String password, String url)
            implements TransactionSource {
        @Override
        public String name() {
            return source.name();
        }

        @Override
        public TwoPhaseCommit twoPhaseCommit() {
            return source.twoPhaseCommit();
        }

        @Override
        public Connection open() throws SQLException {
            return DriverManager.getConnection(url, user, password);
        }

        @Override
        public Connection openKept() throws SQLException {
            return open();
        }
    }

    private record Source(TestServer server, String database) implements TransactionSource {
        @Override
        public String name() {
            return "ds";
        }

        @Override
        public TwoPhaseCommit twoPhaseCommit() {
            return Dialects.named(server.kind().name()).twoPhaseCommit();
        }

        @Override
        public Connection open() throws SQLException {
            return server.dataSource(database).getConnection();
        }

        @Override
        public Connection openKept() throws SQLException {
            return open();
        }
    }
}
