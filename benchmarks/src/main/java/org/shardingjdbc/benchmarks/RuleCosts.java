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
import org.openjdk.jmh.annotations.Warmup;

/**
 * What rules besides sharding add to a point SELECT and to an INSERT of one row on the stub driver, each the same
 * statement on a table with one text:
 *
 * <pre>mvn -q -pl benchmarks -am compile exec:exec -Dargs="--jmh RuleCosts -prof gc -prof
 * org.shardingjdbc.benchmarks.CpuTime"</pre>
 *
 * <p>The warm-up lasts until what a session keeps is in the collector's old generation, where to write a reference
 * costs more: before, the figures jump by 30 ns at a moment that differs from JVM to JVM.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 14, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RuleCosts {
    private static final int STEP = 37;
    private static final String STATUS = "PAID";

    @Param({"OURS", "SHARDINGSPHERE"})
    private Contender contender;

    @Param({"NONE", "READWRITE", "ENCRYPT", "MASK"})
    private RuleSet rules;

    private Target target;
    private long next;
    private long fresh = Data.NEW_ORDERS;

    /** @throws IllegalStateException when the rules do not do what is to be measured */
    @Setup(Level.Trial)
    public void open() throws Exception {
        System.setProperty("benchmark.stub.text", rules.stored(STATUS));
        Data.create(Backend.STUB, Data.NODES);
        rules.create(Backend.STUB);
        target = new DataSourceTarget(contender.sharding(rules.yaml(Backend.STUB)));
        String seen = target.reused(Data.KNOWN_ORDER);
        if (!seen.equals(rules.seen(STATUS))) {
            throw new IllegalStateException(contender + " shows " + seen + " with " + rules);
        }
    }

    /** Closes what was opened. */
    @TearDown(Level.Trial)
    public void close() throws Exception {
        target.close();
    }

    private long order() {
        next = (next + STEP) % Operations.ROWS;
        return next;
    }

    /** By a statement that was prepared once. */
    @Benchmark
    public String pointSelect() throws Exception {
        return target.reused(order());
    }

    /** By a statement that is prepared each time. */
    @Benchmark
    public String pointSelectPrepared() throws Exception {
        return target.prepareEach(order());
    }

    /** One row with a text. */
    @Benchmark
    public int insert() throws Exception {
        return target.insert(fresh++);
    }
}
