package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/**
 * Who cancels, and who aborts, against who executes, reads, closes and goes on: an execution that nobody strikes at
 * answers rightly, whatever struck at the one before; no cancel reaches a driver when its statement is done with; each
 * connection comes back once. More workers than connections, so that these are lent from one to the other all the time.
 */
@Tag("random")
@Timeout(300)
class StatementRacesTest {
    private static final int ROUNDS = Integer.getInteger("races.rounds", 2_500);
    private static final int WORKERS = 4;
    private static final int CONNECTIONS = 2;
    private static final int ROWS = 40;
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: "jdbc:watched:jdbc:h2:mem:races_0;DB_CLOSE_DELAY=-1", driverClassName: %1$s,
                     username: sa, maximumPoolSize: %2$d, connectionTimeout: 20000}
              ds_1: {jdbcUrl: "jdbc:watched:jdbc:h2:mem:races_1;DB_CLOSE_DELAY=-1", driverClassName: %1$s,
                     username: sa, maximumPoolSize: %2$d, connectionTimeout: 20000}
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod}}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            props:
              fan-out: parallel
            """.formatted(WatchedDriver.class.getName(), CONNECTIONS);

    private static final Pattern PAIRS = Pattern.compile("close by .*(pair \\d).* during .*(pair \\d).*");

    /** What is done to a statement from beside. */
    private enum Blow {
        CANCEL {
            @Override
            void strike(Statement statement) throws SQLException {
                statement.cancel();
            }
        },
        ABORT {
            @Override
            void strike(Statement statement) throws SQLException {
                statement.getConnection().abort(Runnable::run);
            }
        },
        CLOSE {
            @Override
            void strike(Statement statement) throws SQLException {
                statement.close();
            }
        };

        abstract void strike(Statement statement) throws SQLException;
    }

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private ShardingDataSource dataSource;

    @BeforeEach
    void open() throws Exception {
        WatchedDriver.VIOLATIONS.clear();
        dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(YAML.getBytes(StandardCharsets.UTF_8)));
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t");
            statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR(20))");
            for (int id = 0; id < ROWS; id++) {
                statement.execute("INSERT INTO t VALUES (" + id + ", 'n" + id + "')");
            }
        }
        WatchedDriver.CANCELS.set(0);
        WatchedDriver.OPEN_STATEMENTS.set(0);
    }

    @AfterEach
    void close() throws SQLException {
        threads.shutdownNow();
        dataSource.close();
    }

    @ParameterizedTest
    @EnumSource(Blow.class)
    void whatNobodyStrikesAtAnswersAndEverythingComesBack(Blow blow) throws Exception {
        List<Future<Integer>> workers = new ArrayList<>();
        for (int worker = 0; worker < WORKERS; worker++) {
            Racer racer = new Racer(new SplittableRandom(worker), blow, "pair " + worker);
            workers.add(threads.submit(() -> work(racer)));
        }
        int hit = 0;
        for (Future<Integer> worker : workers) {
            hit += worker.get();
        }
        // it was in time and it was too late
        assertThat(hit).isBetween(1, WORKERS * ROUNDS - 1);
        assertThat(WatchedDriver.VIOLATIONS)
                .filteredOn(each -> !isOwnDoing(each))
                .isEmpty();
        for (String name : List.of("ds_0", "ds_1")) {
            HikariDataSource pool = (HikariDataSource) dataSource.dataSources().get(name);
            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        }
        if (blow == Blow.CANCEL) {
            assertThat(WatchedDriver.CANCELS).hasPositiveValue();
            assertThat(WatchedDriver.OPEN_STATEMENTS).hasValue(0);
        }
        noRightIsLostAndNoneIsThereTwice();
    }

    /**
     * Whether a statement was closed on its own connection by two threads of one application, which its driver has to
     * bear; nobody closes on the connection of another one.
     */
    private static boolean isOwnDoing(String violation) {
        Matcher pairs = PAIRS.matcher(violation);
        return pairs.matches() && pairs.group(1).equals(pairs.group(2));
    }

    /** Those who have them all let one more wait, who is told how many there are. */
    private void noRightIsLostAndNoneIsThereTwice() throws SQLException {
        List<Connection> all = new ArrayList<>();
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                all.add(dataSource.getConnection());
                all.get(i).setAutoCommit(false);
                assertThat(count(all.get(i))).isEqualTo(ROWS);
            }
            for (Object pool : dataSource.dataSources().values()) {
                ((HikariDataSource) pool).setConnectionTimeout(250);
            }
            try (Connection more = dataSource.getConnection()) {
                assertThatThrownBy(() -> count(more))
                        .hasMessageStartingWith("SHD-" + ErrorCode.CONNECTIONS_EXHAUSTED.number())
                        .hasMessageContaining(" at most, " + CONNECTIONS + " of them");
            }
        } finally {
            for (Connection connection : all) {
                connection.close();
            }
        }
    }

    private static int count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** Returns how many executions were hit. */
    private int work(Racer racer) throws Exception {
        Thread.currentThread().setName(racer.name);
        Future<?> racing = threads.submit(racer);
        int hit = 0;
        int round = 0;
        while (round < ROUNDS) {
            try (Connection connection = dataSource.getConnection()) {
                if (racer.random.nextInt(4) == 0) {
                    connection.setAutoCommit(false);
                }
                boolean point = racer.random.nextInt(3) > 0;
                try (PreparedStatement select = connection.prepareStatement(
                        point ? "SELECT name FROM t WHERE id = ?" : "SELECT COUNT(*) FROM t WHERE id >= ?")) {
                    int last = round + 1 + racer.random.nextInt(6);
                    for (; round < last && !connection.isClosed() && !select.isClosed(); round++) {
                        hit += execute(racer, select, point) ? 1 : 0;
                    }
                }
            }
        }
        racer.end();
        racing.get();
        return hit;
    }

    /** Returns whether it was hit. */
    private static boolean execute(Racer racer, PreparedStatement select, boolean point) throws Exception {
        boolean raced = racer.random.nextInt(racer.blow == Blow.CANCEL ? 2 : 8) == 0;
        if (raced) {
            racer.against(select);
        }
        try {
            int id = racer.random.nextInt(ROWS);
            select.setLong(1, point ? id : 0);
            try (ResultSet rows = select.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo(point ? "n" + id : String.valueOf(ROWS));
            }
            return false;
        } catch (SQLException e) {
            if (!raced) {
                throw e;
            }
            if (racer.blow == Blow.CANCEL) {
                assertThat(e.getErrorCode()).isEqualTo(ErrorCode.CANCELLED.number());
            } else {
                assertThat(tellsOfTheEnd(e)).as("%s", e).isTrue();
            }
            return true;
        } finally {
            if (raced) {
                racer.over();
            }
        }
    }

    /** Of ours only that is told; whose connection is taken in the middle of a call, H2's driver says many things. */
    private static boolean tellsOfTheEnd(SQLException error) {
        int code = error.getErrorCode();
        return code == ErrorCode.CLOSED.number()
                || code == ErrorCode.STATEMENT_CLOSED.number()
                || code == ErrorCode.RESULT_SET_CLOSED.number()
                || code == ErrorCode.INTERRUPTED.number()
                || !error.getMessage().startsWith("SHD-");
    }

    /** The thread that strikes at what a worker executes, sooner or later. */
    private static final class Racer implements Runnable {
        private final SplittableRandom random;
        private final SplittableRandom times;
        private final Blow blow;
        private final String name;
        private final Semaphore begun = new Semaphore(0);
        private final Semaphore done = new Semaphore(0);
        /** Null when there is nothing more to come. */
        private volatile Statement target;

        Racer(SplittableRandom random, Blow blow, String name) {
            this.random = random;
            this.times = random.split();
            this.blow = blow;
            this.name = name;
        }

        void against(Statement statement) {
            target = statement;
            begun.release();
        }

        void over() throws InterruptedException {
            done.acquire();
        }

        void end() {
            target = null;
            begun.release();
        }

        @Override
        public void run() {
            Thread.currentThread().setName(name);
            try {
                while (true) {
                    begun.acquire();
                    Statement struck = target;
                    if (struck == null) {
                        return;
                    }
                    try {
                        for (int pause = times.nextInt(3_000); pause > 0; pause--) {
                            Thread.onSpinWait();
                        }
                        blow.strike(struck);
                    } finally {
                        done.release();
                    }
                }
            } catch (InterruptedException | SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
