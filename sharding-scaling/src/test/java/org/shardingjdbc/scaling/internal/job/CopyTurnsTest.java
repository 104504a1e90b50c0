package org.shardingjdbc.scaling.internal.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/** Work and rest of a copy that makes reads take three times as long. */
class CopyTurnsTest {
    private static final RowProbe.Row ROW = new RowProbe.Row(
            new NodeTable("ds_0", "t_order", "t_order"), new MovedTable("t_order", List.of(), List.of()), List.of(1));
    private static final int TURNS = 8;
    /** All of them would rest for much longer. */
    private static final long REST_MILLIS = 1_000;

    private volatile boolean working;
    private volatile boolean away;

    private Map<String, Long> nanos() throws SQLException {
        if (away) {
            throw new SQLException("The database is away");
        }
        return Map.of("ds_0", working ? 3_000L : 1_000L);
    }

    private CopyTurns turns(int percent) {
        return new CopyTurns(
                new CopyTurns.Reads() {
                    @Override
                    public Map<String, Long> nanos(Collection<RowProbe.Row> rows) throws SQLException {
                        return CopyTurnsTest.this.nanos();
                    }

                    @Override
                    public void close() {}
                },
                () -> percent);
    }

    /** @return for how many nanoseconds it has rested before */
    private long chunk(CopyTurns turns) throws Exception {
        long begin = System.nanoTime();
        turns.beginsBehindRest(() -> true);
        long rested = System.nanoTime() - begin;
        working = true;
        TimeUnit.MILLISECONDS.sleep(5);
        working = false;
        turns.reached(ROW);
        turns.ends();
        return rested;
    }

    /** What is asked for, 5.7 times as long a rest as the work, is a little less as long as a rest is not known. */
    @Test
    void restsSeveralTimesAsLongAsItWorks() throws Exception {
        try (CopyTurns turns = turns(30)) {
            long begin = System.nanoTime();
            long rested = 0;
            for (int rests = 0; rests < TURNS; ) {
                long rest = chunk(turns);
                rested += rest;
                rests += rest > TimeUnit.MILLISECONDS.toNanos(20) ? 1 : 0;
            }
            long worked = System.nanoTime() - begin - rested;
            assertThat(turns.why()).contains("may take 1.30 times");
            assertThat(rested).isGreaterThan(3 * worked);
        }
    }

    @Test
    void nobodyRestsWhereThereIsNoLimit() throws Exception {
        try (CopyTurns turns = turns(0)) {
            long rested = 0;
            for (int i = 0; i < 50; i++) {
                rested += chunk(turns);
            }
            assertThat(turns.why()).isNull();
            assertThat(TimeUnit.NANOSECONDS.toMillis(rested)).isLessThan(REST_MILLIS);
        }
    }

    /**
     * As of a database that has no connection left for it: the copy goes on without the limit, and says nothing of it.
     */
    @Test
    void nobodyRestsWhileNothingCanBeRead() throws Exception {
        try (CopyTurns turns = turns(30)) {
            while (turns.why() == null) {
                chunk(turns);
            }
            away = true;
            while (turns.why() != null) {
                chunk(turns);
            }
            long rested = 0;
            for (int i = 0; i < 50; i++) {
                rested += chunk(turns);
            }
            assertThat(turns.why()).isNull();
            assertThat(TimeUnit.NANOSECONDS.toMillis(rested)).isLessThan(REST_MILLIS);
        }
    }

    /** Who is not to go on waits no longer, and ends as one who has begun. */
    @Test
    void whoIsNotToGoOnRestsNoLonger() throws Exception {
        try (CopyTurns turns = turns(30)) {
            while (turns.why() == null) {
                chunk(turns);
            }
            for (int i = 0; i < 50; i++) {
                turns.beginsBehindRest(() -> false);
                turns.ends();
            }
            chunk(turns);
        }
    }
}
