package org.shardingjdbc.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A profiler of JMH: the CPU time of the whole JVM for each operation. Unlike the time that passes it does not grow
 * when other programs want the cores. One per measuring JVM.
 */
public final class CpuTime implements InternalProfiler {
    /** The name of the result; nanoseconds. */
    static final String RESULT = "cpu.norm";

    private long before;

    /** For JMH, which makes profilers by class. */
    public CpuTime() {
        // begins with the iteration
    }

    /** What the JVM has used so far, with all that belongs to it, in nanoseconds; only exact to some milliseconds. */
    static long ofProcess() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** What the Java threads that live now have used so far, in nanoseconds. */
    private static long ofThreads() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long nanos = 0;
        for (long id : threads.getAllThreadIds()) {
            // -1 if it has just ended
            nanos += Math.max(0, threads.getThreadCpuTime(id));
        }
        return nanos;
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before = ofThreads();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double nanos = ofThreads() - before;
        double each = nanos / result.getMetadata().getAllOps();
        return List.of(new ScalarResult(RESULT, each, "ns/op", AggregationPolicy.AVG));
    }

    @Override
    public String getDescription() {
        return "CPU time of all Java threads for each operation";
    }
}
