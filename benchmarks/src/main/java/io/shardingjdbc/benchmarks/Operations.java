package io.shardingjdbc.benchmarks;

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
import org.openjdk.jmh.annotations.Warmup;

/** What applications do all day, by each contender on each backend. One thread. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class Operations {
    static final int ROWS = 8_000;
    private static final int STEP = 37;
    private static final int BATCH = 100;

    @Param({"RAW", "OURS", "SHARDINGSPHERE"})
    private Contender contender;

    @Param({"STUB", "H2"})
    private Backend backend;

    private Target target;
    private long next;
    private long fresh = Data.NEW_ORDERS;
    private final long[] keys = new long[10];

    @Setup(Level.Trial)
    public void open() throws Exception {
        Data.create(backend, ROWS);
        target = contender.open(backend, "");
        new Agreement(backend).check(target);
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
        next += STEP;
        if (next >= ROWS) {
            next -= ROWS;
        }
        return next;
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
    public long top10() throws Exception {
        return target.top(0);
    }

    @Benchmark
    public long deepOffset() throws Exception {
        return target.top(1000);
    }

    @Benchmark
    public long groupByUser() throws Exception {
        return target.group();
    }
}
