package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.scaling.internal.flow.Flows;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.job.ScalingOptions;

/**
 * Lets the copy of a data source rest between two chunks: so that no more rows are copied in a second than may be,
 * while replicas lag behind or the job's own reads of one row take long, and in the turns of all copies. What follows
 * the changes never rests: it would not come to an end. Used by one thread.
 */
final class CopyThrottle implements AutoCloseable {
    private static final long PAUSE_MILLIS = 100;

    private final Supplier<ScalingOptions> options;
    private final CopyTurns turns;
    private final Flows.Patience patience;
    private final Consumer<@Nullable String> shown;
    private final ReplicaLag lag;
    private final RowProbe probe;

    /**
     * @param options those that count at that moment
     * @param turns of all copies of the job
     * @param patience asked in a rest whether to go on with it
     * @param shown told why the copy rests; null when it does not
     */
    CopyThrottle(
            Layouts layouts,
            Supplier<ScalingOptions> options,
            CopyTurns turns,
            Flows.Patience patience,
            Consumer<@Nullable String> shown) {
        this.options = options;
        this.turns = turns;
        this.patience = patience;
        this.shown = shown;
        this.lag = new ReplicaLag(layouts);
        this.probe = new RowProbe(layouts);
    }

    /**
     * Rests for as long as the limits want it.
     *
     * @param row the one that was copied last
     * @param rows how many were copied since the last rest
     */
    void rest(RowProbe.Row row, int rows) throws SQLException, InterruptedException {
        turns.reached(row);
        turns.ends();
        boolean done = false;
        try {
            long begin = System.nanoTime();
            long left = leftMillis(begin, rows);
            while (left > 0 && patience.goesOn()) {
                shown.accept("no more than " + options.get().rowsPerSecond() + " rows are copied in a second");
                TimeUnit.MILLISECONDS.sleep(Math.min(left, PAUSE_MILLIS));
                left = leftMillis(begin, rows);
            }
            String why = why(row);
            while (why != null && patience.goesOn()) {
                shown.accept(why);
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                why = why(row);
            }
            shown.accept(turns.why());
            done = true;
        } finally {
            if (!done) {
                turns.begins();
            }
        }
        turns.beginsBehindRest(patience);
        shown.accept(turns.why());
    }

    /** For how long a rest goes on that began then, so that no more rows are copied in a second than may be. */
    private long leftMillis(long begin, int rows) {
        int most = options.get().rowsPerSecond();
        long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        return most > 0 ? TimeUnit.SECONDS.toMillis(rows) / most - passed : 0;
    }

    private @Nullable String why(RowProbe.Row row) throws SQLException {
        ScalingOptions now = options.get();
        String why = now.replicaLag().isZero() ? null : lag.behind(now.replicaLag());
        return why != null || now.probeTime().isZero() ? why : slow(now.probeTime(), row);
    }

    private @Nullable String slow(Duration most, RowProbe.Row row) throws SQLException {
        for (Map.Entry<String, Long> each : probe.nanos(List.of(row)).entrySet()) {
            if (each.getValue() > most.toNanos()) {
                return "a read of one row in " + each.getKey() + " takes "
                        + TimeUnit.NANOSECONDS.toMillis(each.getValue()) + " ms";
            }
        }
        return null;
    }

    @Override
    public void close() throws SQLException {
        shown.accept(null);
        Closing.close(List.of(lag, probe));
    }
}
