package org.shardingjdbc.engine.internal.observe;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.shardingjdbc.engine.observe.StatementRoute;
import org.shardingjdbc.engine.observe.Statistics;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * Counts executions. A statement on one data node adds one to one number, and one in sixteen reads the clock as well:
 * {@code ObservationCosts} in the benchmarks says what it costs. Safe for all threads.
 */
public final class Counters {
    private static final StatementRoute[] ROUTES = StatementRoute.values();

    private final Stripes oneNode = new Stripes();
    private final LongAdder[] statements = adders();
    private final LongAdder[] nanos = adders();
    private final LongAccumulator[] longest = new LongAccumulator[ROUTES.length];
    /** Of executions that are not of one data node. */
    private final LongAdder units = new LongAdder();

    private final LongAdder merges = new LongAdder();
    private final LongAdder mergeNanos = new LongAdder();
    private final LongAdder pulledRows = new LongAdder();

    Counters() {
        for (int route = 0; route < longest.length; route++) {
            longest[route] = new LongAccumulator(Math::max, 0);
        }
    }

    private static LongAdder[] adders() {
        LongAdder[] made = new LongAdder[ROUTES.length];
        for (int route = 0; route < made.length; route++) {
            made[route] = new LongAdder();
        }
        return made;
    }

    /**
     * An execution on shards begins.
     *
     * @return when, by {@link System#nanoTime()}; 0 when it is not timed
     */
    public long begins(ChosenUnits execution, ShardPlan plan, int nesting) {
        if (nesting > 0) {
            units.add(execution.size());
            return 0;
        }
        if (execution.nodes() == 1) {
            return (oneNode.increment() & Statistics.SAMPLE - 1) == 0 ? now() : 0;
        }
        statements[route(execution, plan).ordinal()].increment();
        units.add(execution.size());
        return now();
    }

    private static StatementRoute route(ChosenUnits execution, ShardPlan plan) {
        if (execution.nodes() == 1) {
            return StatementRoute.ONE_NODE;
        }
        if (execution.replicated()) {
            return StatementRoute.COPIES;
        }
        return execution.nodes() == plan.mostNodes() ? StatementRoute.ALL_NODES : StatementRoute.SEVERAL_NODES;
    }

    /** The time; never 0, which means that an execution is not timed. */
    private static long now() {
        long now = System.nanoTime();
        return now == 0 ? 1 : now;
    }

    /** The method of the application returns, or fails. */
    public void ended(ChosenUnits execution, ShardPlan plan, long begin) {
        if (begin == 0) {
            return;
        }
        StatementRoute route = route(execution, plan);
        int weight = route == StatementRoute.ONE_NODE ? Statistics.SAMPLE : 1;
        long elapsed = System.nanoTime() - begin;
        took(route, elapsed, weight);
        plan.experience().fanOutTimes().use().add(weight, elapsed);
    }

    private void took(StatementRoute route, long elapsed, int weight) {
        nanos[route.ordinal()].add(elapsed * weight);
        longest[route.ordinal()].accumulate(elapsed);
    }

    /** A statement begins that does not go to shards at once. Returns the time. */
    public long begins(StatementRoute route, int ofUnits) {
        statements[route.ordinal()].increment();
        units.add(ofUnits);
        return now();
    }

    /** Counts a statement that concerns only the connection. */
    public void ofSession() {
        statements[StatementRoute.SESSION.ordinal()].increment();
    }

    /** Such a statement is over. */
    public void ended(StatementRoute route, long begin) {
        took(route, System.nanoTime() - begin, 1);
    }

    /** Rows were pulled. */
    public void pulled(long rows) {
        pulledRows.add(rows);
    }

    /** A result is merged. */
    void merges() {
        merges.increment();
    }

    /** Reading the rows of a merged result took that long, in nanoseconds. */
    void merged(long elapsed) {
        mergeNanos.add(elapsed);
    }

    public long statements(StatementRoute route) {
        return route == StatementRoute.ONE_NODE ? oneNode.sum() : statements[route.ordinal()].sum();
    }

    public long nanos(StatementRoute route) {
        return nanos[route.ordinal()].sum();
    }

    public long takeLongest(StatementRoute route) {
        return longest[route.ordinal()].getThenReset();
    }

    public long units() {
        return units.sum() + oneNode.sum();
    }

    public long mergeCount() {
        return merges.sum();
    }

    public long mergeNanos() {
        return mergeNanos.sum();
    }

    public long pulledRows() {
        return pulledRows.sum();
    }

    /**
     * A count to which many threads add at once, mostly each to a part of its own. Unlike a LongAdder it returns the
     * part's value before, by which every sixteenth execution can be chosen without a second variable. Safe for all
     * threads.
     */
    static final class Stripes {
        private static final int BITS = 5;
        /** Longs between two parts, so that they share no cache line. */
        private static final int DISTANCE = 16;

        private static final long GOLDEN = 0x9E3779B97F4A7C15L;

        private final AtomicLongArray parts = new AtomicLongArray(DISTANCE << BITS);

        /** Adds one; returns what the thread's part was before. */
        long increment() {
            int part = (int) (Thread.currentThread().getId() * GOLDEN >>> Long.SIZE - BITS);
            return parts.getAndIncrement(part * DISTANCE);
        }

        long sum() {
            long sum = 0;
            for (int part = 0; part < parts.length(); part += DISTANCE) {
                sum += parts.get(part);
            }
            return sum;
        }
    }
}
