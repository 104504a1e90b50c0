package org.shardingjdbc.scaling.internal.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.layout.NodeTable;

/** Work and rest of a copy that makes reads take three times as long. */
class CopyTurnsTest {
    private static final RowProbe.Row ROW = new RowProbe.Row(
            new NodeTable("t_order", "ds_0", "t_order"), new MovedTable("t_order", List.of(), List.of()), List.of(1));
    private static final int TURNS = 8;

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
                    public Map<String, Long> nanos(RowProbe.Row row) throws SQLException {
                        return CopyTurnsTest.this.nanos();
                    }

                    @Override
                    public void close() {}
                },
                () -> percent);
    }

    private void chunk(CopyTurns turns) throws InterruptedException {
        turns.begins();
        working = true;
        TimeUnit.MILLISECONDS.sleep(5);
        working = false;
        turns.ends();
    }

    /** What is asked for, 5.7 times as long a rest as the work, is a little less as long as a rest is not known. */
    @Test
    void restsSeveralTimesAsLongAsItWorks() throws Exception {
        try (CopyTurns turns = turns(30)) {
            long worked = 0;
            long rested = 0;
            for (int rests = 0; rests < TURNS; ) {
                long begin = System.nanoTime();
                chunk(turns);
                long between = System.nanoTime();
                turns.awaitWork(ROW, () -> true);
                long rest = System.nanoTime() - between;
                worked += between - begin;
                rested += rest;
                rests += rest > TimeUnit.MILLISECONDS.toNanos(20) ? 1 : 0;
            }
            assertThat(turns.why()).contains("may take 1.30 times");
            assertThat(rested).isGreaterThan(3 * worked);
        }
    }

    @Test
    void nobodyRestsWhereThereIsNoLimitOrNothingCanBeRead() throws Exception {
        try (CopyTurns turns = turns(0)) {
            chunk(turns);
            turns.awaitWork(ROW, () -> true);
            assertThat(turns.why()).isNull();
        }
        away = true;
        try (CopyTurns turns = turns(30)) {
            for (int i = 0; i < 50; i++) {
                chunk(turns);
                turns.awaitWork(ROW, () -> true);
            }
            assertThat(turns.why()).isNull();
        }
    }
}
