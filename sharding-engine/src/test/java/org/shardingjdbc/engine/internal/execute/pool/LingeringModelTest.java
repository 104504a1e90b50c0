package org.shardingjdbc.engine.internal.execute.pool;

import static org.shardingjdbc.engine.internal.run.Models.scenario;
import static org.shardingjdbc.engine.internal.run.Models.scenarioAfter;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.run.Models;
import org.slf4j.Logger;

/**
 * Two sessions share a pool of one connection, which lingers with the one until the other claims it, in each order of
 * their steps that the model checker tries: it has one user at a time, who finds it as a connection of the pool or as
 * he left it; nobody waits for what only lingers; and afterwards it is back, once. Only the database is of the test.
 */
public class LingeringModelTest {
    private static final Dialect DIALECT = Models.idle(Dialect.class);
    /** No timer ticks: {@link #reclaim} does what it does. */
    private static final Workers NO_CLOCK = Models.noWorkers();

    private static final HikariPoolMXBean NOBODY = Models.idle(HikariPoolMXBean.class);

    private final ShardPool pool =
            new ShardPool(0, "ds_0", DIALECT, new OneConnectionPool(this::given, this::givenBack, NOBODY), true);
    private final Session one = new Session();
    private final Session other = new Session();
    /** How many connections the pool has given away. */
    private final AtomicInteger given = new AtomicInteger();
    /** How many are on the connection. */
    private final AtomicInteger users = new AtomicInteger();

    private volatile String defect = "";

    /** Nothing lingers yet. */
    public LingeringModelTest() {
        pool.lingering(TimeUnit.HOURS.toNanos(1), NO_CLOCK);
    }

    private void given() {
        if (given.incrementAndGet() != 1) {
            defect = "more connections than rights";
        }
    }

    private void givenBack() {
        if (users.get() != 0) {
            defect = "a connection was closed while it was used";
        }
        given.decrementAndGet();
    }

    /** What sessions do with the connection that may linger with them. */
    private final class Session {
        /** In use, lingering, or taken since; null for none. */
        private PhysicalConnection mine;

        void execute(boolean lingers) throws SQLException {
            if (mine == null || !mine.resumeSound()) {
                mine = pool.take(false, ShardPool.WhenBusy.WAIT, null);
            }
            use();
            if (!lingers || !mine.linger()) {
                mine.release();
                mine = null;
            }
        }

        private void use() {
            if (users.incrementAndGet() != 1 || mine.isReleased() || given.get() != 1) {
                defect = "a connection has two users";
            }
            users.decrementAndGet();
        }

        /** As who closes the statements that it kept. */
        void forget() {
            if (mine == null || !mine.resume()) {
                return;
            }
            use();
            if (!mine.lingerAgain()) {
                mine.releaseIdle();
            }
        }

        void end() {
            if (mine != null && mine.resume()) {
                mine.releaseIdle();
            }
            mine = null;
        }
    }

    @Operation(nonParallelGroup = "one")
    public void execute() throws SQLException {
        one.execute(true);
    }

    @Operation(nonParallelGroup = "one")
    public void executeOnce() throws SQLException {
        one.execute(false);
    }

    @Operation(nonParallelGroup = "one")
    public void forgetStatements() {
        one.forget();
    }

    @Operation(nonParallelGroup = "other")
    public void otherExecutes() throws SQLException {
        other.execute(true);
    }

    /** What the timer does, and who ends the pool. */
    @Operation
    public void reclaim() {
        pool.reclaim();
    }

    /** The sessions end, and all is as it was. */
    @Validate
    public void itIsBackOnce() {
        one.end();
        other.end();
        if (!defect.isEmpty()) {
            throw new IllegalStateException(defect);
        }
        if (given.get() != 0) {
            throw new IllegalStateException(given.get() < 0 ? "it came back twice" : "it did not come back");
        }
        if (pool.inUse() != 0) {
            throw new IllegalStateException("its right did not come back once");
        }
        if (pool.gate.isWanted()) {
            throw new IllegalStateException("somebody is counted who waits no more");
        }
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() {
        Class<?> model = LingeringModelTest.class;
        LinChecker.check(
                model,
                Models.options(0, 100)
                        .addCustomScenario(scenarioAfter(model, "execute", "execute executeOnce", "reclaim"))
                        .addCustomScenario(scenario(model, "execute execute", "otherExecutes"))
                        .addCustomScenario(scenario(model, "execute execute", "otherExecutes otherExecutes"))
                        .addCustomScenario(scenario(model, "execute forgetStatements", "otherExecutes"))
                        .addCustomScenario(scenario(model, "execute execute", "otherExecutes", "reclaim"))
                        .verifier(Models.NothingThrown.class)
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                                        // used with the lock only
                                        ArrayDeque.class.getName(),
                                        HikariConfig.class.getName(),
                                        HikariDataSource.class.getName(),
                                        Workers.class.getName(),
                                        Logger.class.getName())
                                .allMethods()
                                .ignore()));
    }

    @Test
    void aConnectionThatLingersHasOneUserAndComesBackOnce() {
        check();
    }
}
