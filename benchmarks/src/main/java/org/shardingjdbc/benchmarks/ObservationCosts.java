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
 * What it costs a point SELECT on the stub driver that somebody looks: nobody, the statistics (and so all meters), the
 * log of slow statements:
 *
 * <pre>mvn -q -pl benchmarks -am compile exec:exec -Dargs="--jmh ObservationCosts -prof gc -prof
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
public class ObservationCosts {
    private static final int STEP = 37;

    /** Who looks. */
    public enum Observer {
        NOBODY(""),
        STATISTICS("statistics-enabled: true"),
        SLOW_LOG("slow-statement-milliseconds: 1000");

        private final String prop;

        Observer(String prop) {
            this.prop = prop;
        }
    }

    @Param
    private Observer observer;

    private Target target;
    private long next;

    @Setup(Level.Trial)
    public void open() throws Exception {
        Data.create(Backend.STUB, Data.NODES);
        target = Contender.OURS.open(Backend.STUB, observer.prop);
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
}
