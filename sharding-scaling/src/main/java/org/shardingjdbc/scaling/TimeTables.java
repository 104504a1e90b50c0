package org.shardingjdbc.scaling;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.ModeConfiguration.DifferenceWinner;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.time.TimeLayout;
import org.shardingjdbc.scaling.internal.time.TimeRound;
import org.shardingjdbc.scaling.time.TimeTablePlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps tables per day, month or year going: actual tables of {@code !TIME_TABLES} are made before rows of their time
 * come, and those whose rows are not kept any more leave the rules and are dropped, renamed or archived then.
 *
 * <pre>{@code
 * try (TimeTables tables = TimeTables.of(dataSource)) {
 *     tables.keep(Duration.ofMinutes(10));     // as long as the application runs; each instance may do so
 *     ...
 * }
 * }</pre>
 *
 * <p>The new data nodes become the next version of the configuration in the registry, which all instances take.
 * Statements do not wait: a table is there before it is a data node, and one that leaves is dropped by a later
 * {@link #apply}, when statements that still read it are long over. Of several instances, one does it at a time. Safe
 * for all threads.
 */
@Incubating
public final class TimeTables implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TimeTables.class);
    private static final String JOB = "time_tables";
    private static final String LOCK = "sharding_jdbc_time_tables";
    private static final Duration LOCK_PATIENCE = Duration.ofSeconds(30);
    private static final long PAUSE_MILLIS = 100;

    private final ShardingDataSource dataSource;
    private final Clock clock;
    private final Duration grace;
    private @Nullable ScheduledExecutorService keeper;

    private TimeTables(ShardingDataSource dataSource, Clock clock, Duration grace) {
        this.dataSource = dataSource;
        this.clock = clock;
        this.grace = grace;
    }

    /**
     * Those of a data source, by the clock and in the zone of this process; what has left the rules is dropped an hour
     * later at the earliest.
     *
     * @throws SQLException when the data source has no registry, which is where its next data nodes are kept
     */
    public static TimeTables of(ShardingDataSource dataSource) throws SQLException {
        return of(dataSource, Clock.systemDefaultZone(), Duration.ofHours(1));
    }

    /**
     * The same by another clock.
     *
     * @param clock what time it is, in the zone of the rows' times
     * @param grace how long behind its leaving an actual table stays as it is; not negative. Statements of before may
     *     read it until then
     */
    public static TimeTables of(ShardingDataSource dataSource, Clock clock, Duration grace) throws SQLException {
        Objects.requireNonNull(clock, "the clock is null");
        if (grace.isNegative()) {
            throw new IllegalArgumentException("a negative grace: " + grace);
        }
        if (winner(dataSource) == DifferenceWinner.LOCAL_WINS) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "'whenDifferent: local-wins' would bring the data nodes of the document back at the next start;"
                            + " say 'remote-wins'");
        }
        return new TimeTables(dataSource, clock, grace);
    }

    private static DifferenceWinner winner(ShardingDataSource dataSource) throws SQLException {
        try {
            return dataSource.governance().whenDifferent();
        } catch (SQLException e) {
            if (e.getErrorCode() != ErrorCode.NOT_GOVERNED.number()) {
                throw e;
            }
            throw SqlErrors.from(ShardingException.causedBy(
                    e,
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "time tables need a registry ('mode'): a document would not know at the next start which tables"
                            + " were made since"));
        }
    }

    /** What {@link #apply} would do now; changes nothing. */
    public TimeTablePlan plan() throws SQLException {
        try {
            return new TimeRound(dataSource, clock, grace).plan();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * Makes the tables that are missing, lets the old ones leave the rules, and drops, renames or archives those that
     * left some time ago. Waits for another instance that is about it.
     *
     * @return what was done
     * @throws SQLException when something of it cannot be done; what was done before stays, and the next call goes on
     */
    public TimeTablePlan apply() throws SQLException {
        ShardingConfiguration configuration = dataSource.configuration();
        Databases databases = new Databases(configuration.dataSources());
        try (Connection lock = databases.open(home(configuration))) {
            long end = System.nanoTime() + LOCK_PATIENCE.toNanos();
            while (!databases.kind().lock(lock, LOCK)) {
                if (System.nanoTime() - end > 0) {
                    throw SqlErrors.of(
                            ErrorCode.SCALING_FAILED, JOB, "another instance is still about it after " + LOCK_PATIENCE);
                }
                pause();
            }
            return new TimeRound(dataSource, clock, grace).run();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    private static void pause() throws SQLException {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SqlErrors.from(ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "time tables"));
        }
    }

    private static String home(ShardingConfiguration configuration) {
        return configuration.dataSourceNames().get(0);
    }

    /**
     * Calls {@link #apply} at once and then again and again, by a thread of its own, until this is closed. What fails
     * is logged and tried again. Has no effect where it is done already.
     *
     * @param every how long it rests in between; above zero
     */
    public synchronized void keep(Duration every) {
        if (keeper == null) {
            ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(work -> {
                Thread thread = new Thread(work, "sharding-time-tables");
                thread.setDaemon(true);
                return thread;
            });
            started.scheduleWithFixedDelay(this::applyOrLog, 0, every.toMillis(), TimeUnit.MILLISECONDS);
            keeper = started;
        }
    }

    private void applyOrLog() {
        try {
            if (!dataSource.isClosed() && TimeLayout.isIn(dataSource.configuration())) {
                apply().obstacles().forEach(obstacle -> LOG.warn("Time tables: {}", obstacle));
            }
        } catch (SQLException | RuntimeException | Error e) {
            // an error that was thrown on would end the rounds
            LOG.warn("Time tables are not kept up now, and will be tried again", e);
        }
    }

    /** Ends {@link #keep}, and waits for what it is about. */
    @Override
    public void close() {
        ScheduledExecutorService running;
        synchronized (this) {
            running = keeper;
            keeper = null;
        }
        if (running != null) {
            running.shutdown();
            try {
                if (!running.awaitTermination(LOCK_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    running.shutdownNow();
                }
            } catch (InterruptedException e) {
                running.shutdownNow();
                Thread.currentThread().interrupt();
            }
        }
    }
}
