package org.shardingjdbc.benchmarks;

import java.sql.SQLException;
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

/**
 * A point SELECT by threads that share a data source, each with a connection of its own, on the stub driver: what
 * threads write that others read would make the CPU time of an operation grow. By hand threads share two pools.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 8, time = 1)
@Measurement(iterations = 6, time = 1)
@Fork(value = 1, jvmArgsPrepend = "-Dbenchmark.pool-size=300")
public class ThreadCosts {
    private static final int STEP = 37;

    /** What threads share. */
    @State(Scope.Benchmark)
    public static class Shared {
        @Param({"OURS", "RAW"})
        private Contender contender;

        private Target target;

        /** Opens the data source. */
        @Setup(Level.Trial)
        public void open() throws Exception {
            Data.create(Backend.STUB, Data.NODES);
            target = contender.open(Backend.STUB, "");
        }

        /** Closes what was opened. */
        @TearDown(Level.Trial)
        public void close() throws Exception {
            target.close();
        }
    }

    /** What each thread has. */
    @State(Scope.Thread)
    public static class Own {
        private Target target;
        private long next;

        /** Takes a connection. */
        @Setup(Level.Trial)
        public void open(Shared shared) throws SQLException {
            target = shared.target.another();
        }

        private String point() throws Exception {
            next = (next + STEP) % Operations.ROWS;
            return target.prepareEach(next);
        }
    }

    /** By so many threads. */
    @Benchmark
    @Threads(1)
    public String threads1(Own own) throws Exception {
        return own.point();
    }

    /** By so many threads. */
    @Benchmark
    @Threads(2)
    public String threads2(Own own) throws Exception {
        return own.point();
    }

    /** By so many threads. */
    @Benchmark
    @Threads(8)
    public String threads8(Own own) throws Exception {
        return own.point();
    }

    /** By so many threads. */
    @Benchmark
    @Threads(32)
    public String threads32(Own own) throws Exception {
        return own.point();
    }

    /** By so many threads. */
    @Benchmark
    @Threads(128)
    public String threads128(Own own) throws Exception {
        return own.point();
    }
}
