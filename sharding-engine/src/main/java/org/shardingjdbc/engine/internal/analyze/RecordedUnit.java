package org.shardingjdbc.engine.internal.analyze;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Measurement;

/** What one unit of an execution did. Written by the thread that runs it, then by the one that reads its rows. */
final class RecordedUnit {
    private final long waitsSince;
    private @Nullable String dataSourceName;
    private long beganAt;
    private long executedAt;
    private long readNanos;
    private long rows;
    private int roundTrips;

    /** @param waitsSince when its execution began, by {@link System#nanoTime()} */
    RecordedUnit(long waitsSince) {
        this.waitsSince = waitsSince;
        this.beganAt = waitsSince;
        this.executedAt = waitsSince;
    }

    void began(String dataSource) {
        dataSourceName = dataSource;
        beganAt = System.nanoTime();
        executedAt = beganAt;
    }

    void executed(long changed, int sent) {
        executedAt = System.nanoTime();
        rows = Math.max(0, changed);
        roundTrips += sent;
    }

    void rowsRead(long count, long nanos) {
        rows += count;
        readNanos += nanos;
    }

    long rows() {
        return rows;
    }

    int roundTrips() {
        return roundTrips;
    }

    Measurement measured() {
        Measurement.LeafTimes times = new Measurement.LeafTimes(beganAt - waitsSince, executedAt - beganAt, readNanos);
        return new Measurement(rows, roundTrips, executedAt - waitsSince + readNanos, times);
    }

    /** The unit as it was planned, at the data source where it went. */
    ExplainedUnit where(ExplainedUnit planned) {
        return dataSourceName == null
                ? planned
                : new ExplainedUnit(dataSourceName, planned.actualSql(), planned.parameters(), planned.mode());
    }
}
