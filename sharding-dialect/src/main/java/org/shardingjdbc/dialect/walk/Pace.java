package org.shardingjdbc.dialect.walk;

import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * How fast a walk goes, and how far: asked before each chunk, between two transactions. It may rest, look at the load
 * of a database or the lag of its replicas, and keep the position for a later run.
 */
@Incubating
@FunctionalInterface
public interface Pace {
    /** As fast as it can, to the end. */
    Pace STEADY = (reached, rows) -> true;

    /**
     * Whether another chunk is read.
     *
     * @param reached the last row that was read, with which all before it are done; null at the first chunk of a table
     * @param rows how many rows the walk has read so far
     */
    boolean goesOn(@Nullable KeyPosition reached, long rows) throws SQLException;

    /**
     * Rests between two chunks, and goes on until it is stopped. An interrupt ends the rest and stays with the thread.
     *
     * @param pauseMillis 0 for no rest
     */
    static Pace resting(long pauseMillis, BooleanSupplier stopped) {
        return (reached, rows) -> {
            if (pauseMillis > 0 && rows > 0 && !stopped.getAsBoolean()) {
                try {
                    Thread.sleep(pauseMillis);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return !stopped.getAsBoolean();
        };
    }
}
