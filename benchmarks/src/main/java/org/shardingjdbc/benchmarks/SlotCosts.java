package org.shardingjdbc.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
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
 * What HASH_SLOT costs beside MOD and HASH_MOD: a point SELECT by the number of an order on the stub driver.
 *
 * <pre>mvn -q -pl benchmarks -am compile exec:exec -Dargs="--jmh SlotCosts -prof gc"</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SlotCosts {
    private static final int STEP = 37;

    @Param({"MOD", "HASH_MOD", "HASH_SLOT"})
    private String algorithm;

    private Target target;
    private long next;

    /** Opens four tables that are sharded by the order alone. */
    @Setup
    public void open() throws Exception {
        Data.create(Backend.STUB, Data.NODES);
        String all = Contender.yaml(Backend.STUB, "");
        target = new DataSourceTarget(
                Contender.OURS.sharding(all.substring(0, all.indexOf("rules:")) + """
                rules:
                  - !SHARDING
                    tables:
                      t_order:
                        actualDataNodes: ds_0.t_order_${0..3}
                        tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: by_order}}
                    shardingAlgorithms:
                      by_order: {type: %s, props: {sharding-count: 4}}
                """.formatted(algorithm)));
    }

    /** Closes what was opened. */
    @TearDown
    public void close() throws Exception {
        target.close();
    }

    /** By a statement that was prepared once. */
    @Benchmark
    public String pointSelect() throws Exception {
        next = (next + STEP) % Operations.ROWS;
        return target.reused(next);
    }

    /** By a statement that is prepared each time. */
    @Benchmark
    public String pointSelectPrepared() throws Exception {
        next = (next + STEP) % Operations.ROWS;
        return target.prepareEach(next);
    }
}
