package org.shardingjdbc.scaling;

import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.scaling.internal.time.TimeLayout;
import org.shardingjdbc.scaling.internal.time.TimeRounds;
import org.shardingjdbc.scaling.time.TimeTable;
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

    private final ShardingDataSource dataSource;
    private final TimeRounds rounds;
    private @Nullable ScheduledExecutorService keeper;

    private TimeTables(ShardingDataSource dataSource, TimeRounds rounds) {
        this.dataSource = dataSource;
        this.rounds = rounds;
    }

    /**
     * Those of a data source, by the clock and in the zone of this process; what has left the rules is dropped an hour
     * later at the earliest.
     *
     * @throws SQLException when the data source has no registry, which is where its next data nodes are kept
     */
    public static TimeTables of(ShardingDataSource dataSource) throws SQLException {
        return of(dataSource, Clock.systemDefaultZone(), TimeRounds.GRACE);
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
        return new TimeTables(dataSource, new TimeRounds(dataSource.unwrap(CommandTarget.class), clock, grace));
    }

    /** The actual tables, by logic table and time, with what {@link #apply} would do now with each; changes nothing. */
    public List<TimeTable> tables() throws SQLException {
        return rounds.tables();
    }

    /** What {@link #apply} would do now; changes nothing. */
    public TimeTablePlan plan() throws SQLException {
        return rounds.plan();
    }

    /**
     * Makes the tables that are missing, lets the old ones leave the rules, and drops, renames or archives those that
     * left some time ago. Waits for another instance that is about it.
     *
     * @return what was done
     * @throws SQLException when something of it cannot be done; what was done before stays, and the next call goes on
     */
    public TimeTablePlan apply() throws SQLException {
        return rounds.apply();
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
                if (!running.awaitTermination(TimeRounds.LOCK_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    running.shutdownNow();
                }
            } catch (InterruptedException e) {
                running.shutdownNow();
                Thread.currentThread().interrupt();
            }
        }
    }
}
