package org.shardingjdbc.jdbc.internal.workerid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.internal.workerid.LeasedWorkerIds.LeaseTime;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

@SuppressWarnings("try")
class LeasedWorkerIdsTest {
    private final String name =
            "worker_" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
    private final AtomicBoolean away = new AtomicBoolean();
    private final SteppedTime time = new SteppedTime();
    private TestServer server = TestServer.of(DatabaseKind.H2);
    private DataSource database;

    /** Sleeping steps the time on; the heartbeat's thread sleeps until the end of the test. */
    private static final class SteppedTime implements LeaseTime {
        private final CountDownLatch end = new CountDownLatch(1);
        private final Thread test = Thread.currentThread();
        private volatile long millis = 1_000_000;
        /** By how much the clock was set forward; below zero, back. */
        private volatile long set;

        private volatile Runnable whileAsleep = () -> {};

        @Override
        public long elapsedMillis() {
            return millis;
        }

        @Override
        public long wallMillis() {
            return millis + 1_700_000_000_000L + set;
        }

        @Override
        public void sleep(long duration) throws InterruptedException {
            if (Thread.currentThread() != test) {
                end.await();
                throw new InterruptedException("the test is over");
            }
            whileAsleep.run();
            millis += duration;
        }
    }

    private void use(DatabaseKind kind) {
        server = TestServer.of(kind);
        server.createDatabase(name);
        database = server.dataSource(name);
    }

    @AfterEach
    void endHeartbeats() {
        time.end.countDown();
        server.dropDatabase(name);
    }

    private LeasedWorkerIds process() {
        return new LeasedWorkerIds(new WorkerTable(this::open), time);
    }

    private Connection open() throws SQLException {
        if (away.get()) {
            throw new SQLException("away", "08006");
        }
        return database.getConnection();
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void processesHoldDifferentIdsAndGiveThemBack(DatabaseKind kind) {
        use(kind);
        try (LeasedWorkerIds first = process();
                LeasedWorkerIds second = process()) {
            assertThat(first.current()).isZero();
            assertThat(second.current()).isEqualTo(1);
            assertThat(first.current()).isZero();
            first.close();
            assertThatThrownBy(first::current).hasMessageContaining("SHD-5202").hasMessageContaining("closed");
            try (LeasedWorkerIds third = process()) {
                assertThat(third.current()).isZero();
            }
        }
    }

    /** The id was used by a clock that is half a minute ahead, so the next holder waits for that. */
    @Test
    void whoIsClosedWhileItWaitsForAnIdWaitsNoLonger() {
        use(DatabaseKind.H2);
        time.set = 30_000;
        LeasedWorkerIds first = process();
        first.current();
        first.close();
        time.set = 0;
        LeasedWorkerIds second = process();
        time.whileAsleep = second::close;
        long before = time.millis;
        assertThatThrownBy(second::current).hasMessageContaining("SHD-5202").hasMessageContaining("closed");
        assertThat(time.millis - before).isLessThan(1_000);
    }

    @Test
    void manyThreadsOfManyProcessesHoldDifferentIds() {
        use(DatabaseKind.H2);
        Set<Integer> ids = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            LeasedWorkerIds process = process();
            assertThat(ids.add(process.current())).isTrue();
        }
        assertThat(ids).hasSize(20);
    }

    @Test
    void leaseThatCannotBeRenewedEnds() {
        use(DatabaseKind.H2);
        LeasedWorkerIds process = process();
        assertThat(process.current()).isZero();
        away.set(true);
        time.millis += LeasedWorkerIds.VALID_MILLIS - 1;
        process.beat();
        assertThat(process.current()).isZero();
        time.millis++;
        assertThatThrownBy(process::current).hasMessageContaining("SHD-5202").hasMessageContaining("away");
        away.set(false);
        // nobody took it meanwhile: outages do not use up the ids
        assertThat(process.current()).isZero();
    }

    @Test
    void idThatAnotherTookIsNotUsedAgain() {
        use(DatabaseKind.H2);
        LeasedWorkerIds process = process();
        assertThat(process.current()).isZero();
        execute("UPDATE sharding_jdbc_worker SET holder = 'other', beat = beat + 1");
        time.millis += LeasedWorkerIds.VALID_MILLIS;
        assertThat(process.current()).isEqualTo(1);
    }

    @Test
    void clockThatWasSetForwardIsInTheRowBeforeTheNextKey() {
        use(DatabaseKind.H2);
        LeasedWorkerIds process = process();
        assertThat(process.current()).isZero();
        time.set = 3_600_000;
        assertThat(process.current()).isZero();
        assertThat(usedUntil()).isGreaterThan(time.wallMillis());
        away.set(true);
        time.set *= 2;
        assertThatThrownBy(process::current).hasMessageContaining("SHD-5202").hasMessageContaining("away");
    }

    @Test
    void suspendedMachineWhoseIdAnotherTookDoesNotUseIt() {
        use(DatabaseKind.H2);
        LeasedWorkerIds process = process();
        assertThat(process.current()).isZero();
        execute("UPDATE sharding_jdbc_worker SET holder = 'other', beat = beat + 1");
        // some machines do not count the time of their sleep
        time.set = 600_000;
        assertThat(process.current()).isEqualTo(1);
    }

    @Test
    void idOfClockThatWasSetBackIsNotGivenToOthersTooEarly() {
        use(DatabaseKind.H2);
        LeasedWorkerIds process = process();
        time.set = 3_600_000;
        assertThat(process.current()).isZero();
        long lastKey = time.wallMillis();
        time.set = 0;
        process.beat();
        assertThat(usedUntil()).isGreaterThan(lastKey);
        process.close();
        assertThat(usedUntil()).isGreaterThan(lastKey);
        assertThat(process().current()).isEqualTo(1);
    }

    @Test
    void heartbeatKeepsTheLease() {
        use(DatabaseKind.H2);
        LeasedWorkerIds process = process();
        assertThat(process.current()).isZero();
        for (int i = 0; i < 20; i++) {
            time.millis += LeasedWorkerIds.BEAT_MILLIS;
            process.beat();
            assertThat(process.current()).isZero();
        }
    }

    @Test
    void idOfDeadHolderIsTakenWhenNoneIsLeft() throws SQLException {
        use(DatabaseKind.H2);
        LeasedWorkerIds alive = process();
        assertThat(alive.current()).isZero();
        holdAllOthers(time.wallMillis());
        time.whileAsleep = alive::beat;
        assertThat(process().current()).isEqualTo(1);
        assertThat(alive.current()).isZero();
    }

    @Test
    void idThatNobodyUsedForAnHourIsTakenAtOnceWhenNoneIsLeft() throws SQLException {
        use(DatabaseKind.H2);
        LeasedWorkerIds alive = process();
        assertThat(alive.current()).isZero();
        holdAllOthers(time.wallMillis() - LeasedWorkerIds.ABANDONED_MILLIS - 1);
        long before = time.millis;
        LeasedWorkerIds next = process();
        assertThat(next.current()).isEqualTo(1);
        assertThat(process().current()).isEqualTo(2);
        assertThat(time.millis).isEqualTo(before);
        assertThat(alive.current()).isZero();
    }

    @Test
    void refusesWhenAllHoldersLive() throws SQLException {
        use(DatabaseKind.H2);
        process().current();
        holdAllOthers(time.wallMillis());
        time.whileAsleep = () -> execute("UPDATE sharding_jdbc_worker SET beat = beat + 1");
        LeasedWorkerIds late = process();
        assertThatThrownBy(late::current).hasMessageContaining("all 1024 ids");
    }

    @Test
    void newHolderWaitsForKeysThatTheFormerMayHaveMade() {
        use(DatabaseKind.H2);
        process().current();
        execute("UPDATE sharding_jdbc_worker SET holder = '-', used_until = " + (time.wallMillis() + 700));
        long before = time.millis;
        assertThat(process().current()).isZero();
        assertThat(time.millis - before).isEqualTo(701);
    }

    @Test
    void idUsedByFarFasterClockIsLeftAlone() {
        use(DatabaseKind.H2);
        process().current();
        execute("UPDATE sharding_jdbc_worker SET holder = '-', used_until = " + (time.wallMillis() + 3_600_000));
        assertThat(process().current()).isEqualTo(1);
    }

    private void holdAllOthers(long usedUntil) throws SQLException {
        String sql = "INSERT INTO sharding_jdbc_worker (worker_id, holder, beat, used_until) VALUES (?, 'dead', 1, "
                + usedUntil + ")";
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int id = 1; id < LeasedWorkerIds.IDS; id++) {
                statement.setInt(1, id);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private long usedUntil() {
        try (Connection connection = database.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT used_until FROM sharding_jdbc_worker WHERE worker_id = 0");
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void execute(String sql) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
