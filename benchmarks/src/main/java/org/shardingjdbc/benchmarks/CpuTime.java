package org.shardingjdbc.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.runner.IterationType;

/**
 * A profiler of JMH: the CPU time of the whole JVM for each operation. Unlike the time that passes it does not grow
 * when other programs want the cores. One per measuring JVM.
 */
public final class CpuTime implements InternalProfiler {
    /** The name of the result; nanoseconds. */
    static final String RESULT = "cpu.norm";

    private final Map<Long, Long> before = new HashMap<>();
    private double sum;
    private int iterations;

    /** For JMH, which makes profilers by class. */
    public CpuTime() {
        // begins with the iteration
    }

    /** What the JVM has used so far, with all that belongs to it, in nanoseconds; only exact to some milliseconds. */
    static long ofProcess() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** What each Java thread that lives now has used so far, in nanoseconds, by its number. */
    private static Map<Long, Long> ofThreads() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<Long, Long> nanos = new HashMap<>();
        for (long id : threads.getAllThreadIds()) {
            long used = threads.getThreadCpuTime(id);
            if (used >= 0) {
                // else it has just ended
                nanos.put(id, used);
            }
        }
        return nanos;
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        before.clear();
        before.putAll(ofThreads());
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        Map<Long, Long> after = ofThreads();
        if (!after.keySet().containsAll(before.keySet())) {
            // JMH's threads have ended with the last iteration, and what they used is told by nobody: the mean of
            // those before stands for it, as JMH takes a figure that is missing for a zero
            return List.of(figure(iterations == 0 ? Double.NaN : sum / iterations));
        }
        long nanos = after.entrySet().stream()
                .mapToLong(each -> each.getValue() - before.getOrDefault(each.getKey(), 0L))
                .sum();
        double each = (double) nanos / result.getMetadata().getAllOps();
        if (iteration.getType() == IterationType.MEASUREMENT) {
            sum += each;
            iterations++;
        }
        return List.of(figure(each));
    }

    private static ScalarResult figure(double nanos) {
        return new ScalarResult(RESULT, nanos, "ns/op", AggregationPolicy.AVG);
    }

    @Override
    public String getDescription() {
        return "CPU time of all Java threads for each operation";
    }
}
