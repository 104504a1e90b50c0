package org.shardingjdbc.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;
import org.shardingjdbc.benchmarks.report.Figures;
import org.shardingjdbc.benchmarks.report.Figures.Key;
import org.shardingjdbc.benchmarks.report.Operation;
import org.shardingjdbc.benchmarks.report.Operation.Kind;

/**
 * Runs what the options ask for, round by round, so that each contender meets the same changes of a machine that is not
 * quiet. What fails is noted, and the rest goes on. One per run.
 */
final class Measuring implements AutoCloseable {
    private static final int ITERATIONS = 5;
    private static final int STREAM_ROWS = 1_000_000;
    private static final int[] HEAPS_MEGABYTES = {64, 256, 1024};
    private static final String NOTHING = "";

    private final Options options;
    private final Figures figures;
    private final List<String> failures = new ArrayList<>();
    private final PrintStream log;
    private final Child child;
    private final Instant end;
    private boolean streamCreated;

    /**
     * @param figures takes what is measured
     * @param log a file that takes what JMH and the other JVMs say
     */
    Measuring(Options options, Figures figures, Path log) throws IOException {
        this.options = options;
        this.figures = figures;
        this.log = new PrintStream(
                Files.newOutputStream(log, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING),
                true,
                StandardCharsets.UTF_8);
        this.child = new Child(log.resolveSibling("jvms.txt"));
        this.end = Instant.now().plus(Duration.ofMinutes(options.minutes()));
    }

    /** What could not be measured. */
    List<String> failures() {
        return failures;
    }

    private boolean isTimeUp() {
        return Instant.now().isAfter(end);
    }

    private void fail(String what) {
        failures.add(what);
        System.out.println("! " + what);
    }

    /** @throws IllegalStateException when contenders do not agree */
    void agree() throws Exception {
        for (Backend backend : options.backends()) {
            Data.create(backend, Operations.ROWS);
            for (Contender contender : options.contenders()) {
                ClassLoader before = Thread.currentThread().getContextClassLoader();
                try (Target target = contender.open(backend, NOTHING)) {
                    new Agreement(backend).check(target);
                } finally {
                    Thread.currentThread().setContextClassLoader(before);
                }
            }
            System.out.println(backend + ": all answers agree");
        }
    }

    void run() throws Exception {
        for (int round = 1; round <= options.rounds(); round++) {
            for (Backend backend : options.backends()) {
                Awake awake = backend == Backend.POSTGRESQL && options.isKeepingAwake() ? Awake.start() : null;
                try {
                    round(round, backend);
                } finally {
                    if (awake != null) {
                        awake.close();
                    }
                }
            }
        }
    }

    private void round(int round, Backend backend) throws Exception {
        for (Operation operation : options.operations()) {
            if (isTimeUp()) {
                fail("round " + round + ", " + backend + ", " + operation.title()
                        + " and what follows: no time was left");
                return;
            }
            System.out.println("round " + round + " " + backend + " " + operation.title());
            switch (operation) {
                case STREAM -> stream(backend);
                case STREAM_HEAP -> streamHeap(round, backend);
                case START -> start(backend);
                case PLANS_10000 -> plans(round, backend);
                case TABLES_1000 -> tables(backend, operation, "tables");
                case NODES_100000 -> tables(backend, operation, "nodes");
                case COLD_1000 -> {
                    // measured with the start
                }
                default -> {
                    for (Contender contender : options.contenders()) {
                        jmh(backend, operation, contender);
                    }
                }
            }
        }
    }

    private void add(Backend backend, Operation operation, String contender, double nanos, double bytes) {
        figures.add(new Key(backend.name(), operation, contender), nanos, bytes);
        System.out.printf("    %-16s %,14.0f ns %,12.0f B%n", contender, nanos, bytes);
    }

    private void jmh(Backend backend, Operation operation, Contender contender) {
        if (operation.kind() == Kind.OWN_JVM) {
            throw new IllegalArgumentException(operation.id());
        }
        streamCreated = false;
        var asked = asked(options, backend, operation, contender)
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuTime.class)
                .build();
        try {
            Collection<RunResult> results =
                    new Runner(asked, OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL)).run();
            for (RunResult result : results) {
                double nanos = options.isByCpu(backend)
                        ? secondary(result, CpuTime.RESULT)
                        : middle(result.getPrimaryResult().getStatistics());
                add(backend, operation, contender.name(), nanos, secondary(result, "gc.alloc.rate.norm"));
                return;
            }
            fail(backend + ", " + operation.title() + ": " + contender + " failed, see log.txt");
        } catch (RunnerException e) {
            fail(backend + ", " + operation.title() + ": " + contender + " failed: " + e.getMessage());
        }
    }

    /** What JMH is asked for, without profilers. */
    static ChainedOptionsBuilder asked(Options options, Backend backend, Operation operation, Contender contender) {
        TimeValue iteration = TimeValue.milliseconds(options.millis());
        List<String> jvm = Child.properties();
        jvm.add("-D" + Operations.AGREED + "=true");
        return new OptionsBuilder()
                .include("\\." + Operations.class.getSimpleName() + "\\." + operation.id() + "$")
                .param("backend", backend.name())
                .param("contender", contender.name())
                .warmupIterations(warmUp(contender))
                .warmupTime(iteration)
                .measurementIterations(ITERATIONS)
                .measurementTime(iteration)
                .forks(1)
                .jvmArgsAppend(jvm.toArray(String[]::new));
    }

    /** Iterations after which each is about as fast as it becomes; ShardingSphere takes some ten seconds. */
    private static int warmUp(Contender contender) {
        return contender == Contender.SHARDINGSPHERE ? 40 : 20;
    }

    private static double middle(Statistics iterations) {
        return iterations.getPercentile(50);
    }

    /** The median of a profiler's figure over the iterations; NaN without one whose name ends so. */
    static double secondary(RunResult result, String end) {
        for (String name : result.getSecondaryResults().keySet()) {
            if (name.endsWith(end)) {
                return middle(result.getSecondaryResults().get(name).getStatistics());
            }
        }
        return Double.NaN;
    }

    private Map<String, Double> probe(Backend backend, List<String> jvm, String... arguments)
            throws InterruptedException {
        List<String> all = new ArrayList<>(jvm);
        all.add("-D" + Probe.BY_CPU + "=" + options.isByCpu(backend));
        try {
            return child.run(all, arguments);
        } catch (IOException e) {
            fail(e.getMessage() + ", see jvms.txt");
            return Map.of();
        }
    }

    private void start(Backend backend) throws InterruptedException {
        if (backend != Backend.H2) {
            // without a server and with a real parser of SQL below
            return;
        }
        for (Contender contender : options.contenders()) {
            Map<String, Double> said = probe(backend, List.of(), "start", backend.name(), contender.name());
            if (!said.isEmpty()) {
                add(backend, Operation.START, contender.name(), said.get("start"), Double.NaN);
                add(backend, Operation.COLD_1000, contender.name(), said.get("cold"), Double.NaN);
            }
        }
    }

    private void plans(int round, Backend backend) throws InterruptedException {
        if (backend != Backend.H2 || round > 1 || !options.contenders().contains(Contender.OURS)) {
            return;
        }
        Map<String, Double> said = probe(backend, List.of("-Xmx1g"), "plans", backend.name(), Contender.OURS.name());
        if (!said.isEmpty()) {
            add(backend, Operation.PLANS_10000, Figures.OURS, Double.NaN, said.get("bytes"));
        }
    }

    private void tables(Backend backend, Operation operation, String asked) throws InterruptedException {
        if (backend != Backend.H2 || !options.contenders().contains(Contender.OURS)) {
            return;
        }
        Map<String, Double> said = probe(backend, List.of("-Xmx1g"), asked, backend.name(), Contender.OURS.name());
        if (!said.isEmpty()) {
            add(backend, operation, Figures.OURS, said.get("tables"), said.get("bytes"));
        }
    }

    private void createStream(Backend backend) throws SQLException {
        if (backend == Backend.POSTGRESQL && !streamCreated) {
            Data.createOrders(backend, STREAM_ROWS);
            streamCreated = true;
        }
    }

    private void stream(Backend backend) throws Exception {
        createStream(backend);
        for (Contender contender : options.contenders()) {
            stream(backend, contender, contender.name(), NOTHING);
            if (contender == Contender.SHARDINGSPHERE) {
                stream(backend, contender, Figures.SHARDINGSPHERE_4, "max-connections-size-per-query: 4");
            }
        }
    }

    private void stream(Backend backend, Contender contender, String name, String props) throws InterruptedException {
        List<String> jvm = List.of("-Xmx2g", "-Dbenchmark.stub.rows=" + STREAM_ROWS / Data.NODES);
        Map<String, Double> said =
                probe(backend, jvm, "stream", backend.name(), contender.name(), props, Integer.toString(STREAM_ROWS));
        if (said.isEmpty()) {
            return;
        }
        add(backend, Operation.STREAM, name, middlePass(said, "stream"), Double.NaN);
        if (said.containsKey("scan1")) {
            add(backend, Operation.STREAM, Figures.SCAN, middlePass(said, "scan"), Double.NaN);
        }
    }

    private static double middlePass(Map<String, Double> said, String name) {
        double[] passes = new double[Probe.PASSES];
        for (int i = 0; i < passes.length; i++) {
            passes[i] = said.get(name + (i + 1));
        }
        Arrays.sort(passes);
        return passes[passes.length / 2];
    }

    /** The least heap with which the stream passes; where the rows are not in the same heap. */
    private void streamHeap(int round, Backend backend) throws Exception {
        if (backend != Backend.POSTGRESQL || round > 1) {
            return;
        }
        createStream(backend);
        for (Contender contender : options.contenders()) {
            for (int megabytes : HEAPS_MEGABYTES) {
                List<String> jvm = List.of("-Xmx" + megabytes + "m", "-XX:+ExitOnOutOfMemoryError");
                try {
                    child.run(jvm, "pass", backend.name(), contender.name(), NOTHING, Integer.toString(STREAM_ROWS));
                } catch (IOException e) {
                    log.println(e.getMessage());
                    continue;
                }
                add(backend, Operation.STREAM_HEAP, contender.name(), Double.NaN, megabytes * 1024.0 * 1024);
                break;
            }
        }
    }

    @Override
    public void close() {
        log.close();
    }
}
