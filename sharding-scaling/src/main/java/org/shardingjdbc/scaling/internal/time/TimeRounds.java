package org.shardingjdbc.scaling.internal.time;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.ModeConfiguration.DifferenceWinner;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.time.TimeTable;
import org.shardingjdbc.scaling.time.TimeTablePlan;

/** Rounds of one data source, of which one is about it at a time, in whatever instance. Safe for all threads. */
public final class TimeRounds {
    /** How long what has left the rules stays as it is, unless another time is said. */
    public static final Duration GRACE = Duration.ofHours(1);
    /** How long a round waits for that of another instance. */
    public static final Duration LOCK_PATIENCE = Duration.ofSeconds(30);

    private static final String LOCK = "sharding_jdbc_time_tables";
    private static final long PAUSE_MILLIS = 100;

    private final CommandTarget target;
    private final Clock clock;
    private final Duration grace;

    /** @throws SQLException when the data source has no registry, which is where its next data nodes are kept */
    public TimeRounds(CommandTarget target, Clock clock, Duration grace) throws SQLException {
        if (winner(target) == DifferenceWinner.LOCAL_WINS) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "'whenDifferent: local-wins' would bring the data nodes of the document back at the next start;"
                            + " say 'remote-wins'");
        }
        this.target = target;
        this.clock = clock;
        this.grace = grace;
    }

    private static DifferenceWinner winner(CommandTarget target) throws SQLException {
        try {
            return target.governance().whenDifferent();
        } catch (ShardingException e) {
            if (e.code() != ErrorCode.NOT_GOVERNED) {
                throw SqlErrors.from(e);
            }
            throw SqlErrors.from(ShardingException.causedBy(
                    e,
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "time tables need a registry ('mode'): a document would not know at the next start which tables"
                            + " were made since"));
        }
    }

    /** The actual tables with what the next round will do with each; changes nothing. */
    public List<TimeTable> tables() throws SQLException {
        try {
            return new TimeRound(target, clock, grace).tables();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** What {@link #apply} would do now; changes nothing. */
    public TimeTablePlan plan() throws SQLException {
        try {
            return new TimeRound(target, clock, grace).plan();
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** Does it; waits for another instance that is about it. */
    public TimeTablePlan apply() throws SQLException {
        ShardingConfiguration configuration = target.configuration();
        Databases databases = new Databases(configuration.dataSources());
        try (Connection lock = databases.open(configuration.dataSourceNames().get(0))) {
            long end = System.nanoTime() + LOCK_PATIENCE.toNanos();
            while (!databases.kind().lock(lock, LOCK)) {
                if (System.nanoTime() - end > 0) {
                    throw SqlErrors.of(
                            ErrorCode.SCALING_FAILED,
                            TimeRound.JOB,
                            "another instance is still about it after " + LOCK_PATIENCE);
                }
                pause();
            }
            return new TimeRound(target, clock, grace).run();
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
}
