package org.shardingjdbc.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** What applications do all day, by each contender on each backend. One thread unless the name says otherwise. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class Operations {
    static final int ROWS = 8_000;

    /** A system property: whether all contenders have been compared already. */
    static final String AGREED = "benchmark.agreed";

    private static final int STEP = 37;
    private static final int BATCH = 100;
    private static final int RANGE = 20;

    @Param({"RAW", "OURS", "SHARDINGSPHERE"})
    private Contender contender;

    @Param({"STUB", "H2"})
    private Backend backend;

    private Target target;
    private long next;
    private long fresh = Data.NEW_ORDERS;
    private final long[] keys = new long[10];

    /** A thread's own connection. */
    @State(Scope.Thread)
    public static class OfThread {
        private Target target;
        private long next;

        @Setup(Level.Trial)
        public void open(Operations operations) throws Exception {
            target = operations.target.another();
        }

        @TearDown(Level.Trial)
        public void close() throws Exception {
            target.close();
        }
    }

    @Setup(Level.Trial)
    public void open() throws Exception {
        // the stub reads no rows, only the definitions
        Data.create(backend, backend == Backend.STUB ? Data.NODES : ROWS);
        target = contender.open(backend, "");
        if (!Boolean.getBoolean(AGREED)) {
            new Agreement(backend).check(target);
        }
    }

    @TearDown(Level.Iteration)
    public void clean() throws Exception {
        Data.clean(backend);
    }

    @TearDown(Level.Trial)
    public void close() throws Exception {
        target.close();
    }

    private long order() {
        next = after(next);
        return next;
    }

    private static long after(long order) {
        long next = order + STEP;
        return next < ROWS ? next : next - ROWS;
    }

    @Benchmark
    public String pointPrepareEach() throws Exception {
        return target.prepareEach(order());
    }

    @Benchmark
    public String pointReused() throws Exception {
        return target.reused(order());
    }

    @Benchmark
    public String pointConnectionEach() throws Exception {
        return target.connectionEach(order());
    }

    @Benchmark
    public String pointLiterals() throws Exception {
        return target.literals(order());
    }

    @Benchmark
    public String pointSameText() throws Exception {
        return target.sameText();
    }

    @Benchmark
    @Threads(2)
    public String pointTwoThreads(OfThread own) throws Exception {
        own.next = after(own.next);
        return own.target.prepareEach(own.next);
    }

    @Benchmark
    public int insert() throws Exception {
        return target.insert(fresh++);
    }

    @Benchmark
    public int update() throws Exception {
        return target.update(order());
    }

    @Benchmark
    public int delete() throws Exception {
        return target.delete(fresh++);
    }

    @Benchmark
    public int insertRows10() throws Exception {
        fresh += Data.ROWS_AT_ONCE;
        return target.insertRows(fresh);
    }

    @Benchmark
    public int batch100() throws Exception {
        fresh += BATCH;
        return target.batch(fresh, BATCH);
    }

    @Benchmark
    public long in10() throws Exception {
        for (int i = 0; i < keys.length; i++) {
            keys[i] = order();
        }
        return target.in(keys);
    }

    @Benchmark
    public long range20() throws Exception {
        long first = order();
        return target.range(first, first + RANGE - 1);
    }

    @Benchmark
    public long joinByKey() throws Exception {
        return target.joinByKey(order());
    }

    @Benchmark
    public long join() throws Exception {
        return target.join(Data.user(order()));
    }

    @Benchmark
    public long top10() throws Exception {
        return target.top(0);
    }

    @Benchmark
    public long deepOffset() throws Exception {
        return target.top(1000);
    }

    @Benchmark
    public long groupByUser() throws Exception {
        return target.groupByUser();
    }

    @Benchmark
    public long groupByStatus() throws Exception {
        return target.groupByStatus();
    }
}
