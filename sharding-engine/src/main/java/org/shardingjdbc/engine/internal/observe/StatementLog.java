package org.shardingjdbc.engine.internal.observe;

import java.util.concurrent.TimeUnit;
import org.shardingjdbc.engine.observe.ObservedStatement;
import org.shardingjdbc.engine.observe.StatementObservation;
import org.shardingjdbc.engine.observe.StatementObserver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs statements when they are over: slow ones to the logger {@code org.shardingjdbc.slow}; with {@code sql-show} all
 * statements to {@code org.shardingjdbc.sql}, which also logs them when they begin. Never with literals. Immutable.
 *
 * @param showsAll {@code sql-show}
 * @param slowNanos the least time of a slow statement; 0 to log none as slow
 */
public record StatementLog(boolean showsAll, long slowNanos) implements StatementObserver {
    /** Nothing is written. */
    public static final StatementLog OFF = new StatementLog(false, 0);

    private static final Logger SQL = LoggerFactory.getLogger("org.shardingjdbc.sql");
    private static final Logger SLOW = LoggerFactory.getLogger("org.shardingjdbc.slow");
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** Whether anything is logged. */
    boolean writes() {
        return showsAll || slowNanos > 0;
    }

    @Override
    public StatementObservation begins(ObservedStatement statement) {
        return new LoggedStatement(this, statement);
    }

    /** A statement is over: its rows were read, or it failed. */
    void over(LoggedStatement done) {
        long nanos = done.executingNanos() + done.readingNanos();
        String failure = done.failure();
        if (showsAll) {
            if (failure == null) {
                SQL.info("Answered: {} of {}, {} ms", done.rows(), done.where(), millis(nanos));
            } else if (done.units() == 0) {
                SQL.info("Refused: {}: {}", done.shape(), failure);
            } else {
                SQL.info("Failed: {}, {} ms: {}", done.where(), millis(nanos), failure);
            }
        }
        if (slowNanos > 0 && nanos >= slowNanos) {
            SLOW.warn(
                    "Slow: {} ms (executing {}, reading {}), {} of {}{}: {}",
                    millis(nanos),
                    millis(done.executingNanos()),
                    millis(done.readingNanos()),
                    done.rows(),
                    done.where(),
                    failure == null ? "" : ", failed with " + failure,
                    done.shape());
        }
    }

    private static double millis(long nanos) {
        return Math.round(nanos / (NANOS_PER_MILLI / 1000)) / 1000.0;
    }
}
