package org.shardingjdbc.scaling.internal.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.database.MovedTable;
import org.shardingjdbc.scaling.internal.layout.Databases;
import org.shardingjdbc.scaling.internal.layout.Direction;

/** What a flow confirms and waits for, with a log that tells what the test lets it tell. */
class FlowTest {
    private static final Direction NOWHERE = new Direction(List.of(), Map.of(), Map.of());
    private static final String OF_OTHERS = "";

    private final ToldLog log = new ToldLog();

    private static Databases databases() {
        return new Databases(
                Map.of("ds_0", new DataSourceConfiguration.Pooled(Map.of("jdbcUrl", "jdbc:postgresql://nowhere/"))));
    }

    private static ChangeWriter writer() {
        return new ChangeWriter(NOWHERE, new TargetRows(databases()));
    }

    @Test
    void nothingIsCaughtUpWithWhileNothingIsFollowed() throws Exception {
        Flows flows = new Flows(databases(), "grow");
        assertThatThrownBy(() -> flows.catchUp(1)).hasMessageContaining("are not followed");
        flows.follow(NOWHERE, source -> log);
        flows.catchUp(1);
        assertThatThrownBy(() -> flows.follow(NOWHERE, source -> log)).hasMessageContaining("followed already");
        flows.close();
        assertThatThrownBy(() -> flows.catchUp(() -> true)).hasMessageContaining("are not followed");
    }

    /** As of a job of two data sources, one of which has failed: who waits for the other hears of what failed. */
    @Test
    void whoWaitsIsToldWhatEndedThem() throws Exception {
        SQLException why = new SQLException("TRUNCATE TABLE t_order");
        Flows flows = new Flows(databases(), "grow");
        flows.follow(NOWHERE, source -> log);
        flows.close(why);
        assertThatThrownBy(() -> flows.catchUp(1))
                .hasMessageContaining("TRUNCATE")
                .hasCause(why);

        Flow flow = new Flow("ds_0", log, NOWHERE, writer());
        flow.mark("own");
        flow.close(why);
        assertThatThrownBy(() -> flow.await("own", 30_000))
                .hasMessageContaining("TRUNCATE")
                .hasCause(why);
    }

    /** Tells marks, and transactions of which nothing concerns the job. */
    private static final class ToldLog implements ChangeLog {
        final BlockingQueue<String> told = new LinkedBlockingQueue<>();
        final CountDownLatch doneBehindOthers = new CountDownLatch(1);
        private boolean readOthers;

        @Override
        public boolean next(Listener listener, long waitMillis) {
            String next;
            try {
                next = told.poll(waitMillis, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                return false;
            }
            if (next != null && !next.equals(OF_OTHERS)) {
                listener.marked(next);
            }
            readOthers |= OF_OTHERS.equals(next);
            return next != null;
        }

        @Override
        public void done() {
            if (readOthers) {
                doneBehindOthers.countDown();
            }
        }

        @Override
        public void mark(String text) {
            told.add(text);
        }

        @Override
        public void begin(Collection<MovedTable> tables, int patienceSeconds, Map<String, String> servers) {}

        @Override
        public boolean isKept() {
            return true;
        }

        @Override
        public void skip() {}

        @Override
        public void open() {}

        @Override
        public long retainedBytes() {
            return 0;
        }

        @Override
        public long lagBytes() {
            return 0;
        }

        @Override
        public void drop() {}

        @Override
        public void close() {}
    }

    @Test
    void whatConcernsOthersIsDoneThoughNothingIsWritten() throws Exception {
        try (Flow flow = new Flow("ds_0", log, NOWHERE, writer())) {
            flow.start();
            log.told.add(OF_OTHERS);
            assertThat(log.doneBehindOthers.await(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void aMarkIsAwaitedAmongThoseOfOthers() throws Exception {
        try (Flow flow = new Flow("ds_0", log, NOWHERE, writer())) {
            flow.start();
            for (int i = 0; i < 10; i++) {
                log.told.add("of another job " + i);
                flow.mark("own " + i);
                flow.await("own " + i, 30_000);
            }
            assertThat(flow.lagBytes()).isZero();
        }
    }
}
