package org.shardingjdbc.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.shardingjdbc.benchmarks.report.GrowthReport;

/**
 * The program behind {@code docs/growth.md}: runs {@link GrowthCosts}, {@link PlanCountCosts} and {@link ThreadCosts}
 * by the CPU time of the JVM's threads, so that other work on the machine counts little, and {@link LatencyCosts} by
 * what passes.
 */
public final class Growth {
    private static final String OURS = Contender.OURS.name();

    private Growth() {}

    /** @param arguments the folder of the page, whose text between the marks is replaced; else target/report */
    public static void main(String[] arguments) throws IOException, RunnerException {
        Path docs = Path.of(arguments.length > 0 ? arguments[0] : "target/report");
        Files.createDirectories(docs);
        GrowthReport report = new GrowthReport();
        try (PrintStream log = new PrintStream(
                Files.newOutputStream(Files.createDirectories(Path.of("target")).resolve("growth.log")),
                true,
                StandardCharsets.UTF_8)) {
            Map<String, Map<String, Double>> sizes = byValue(run(GrowthCosts.class, log), "size");
            sizes.forEach((size, nanos) -> {
                String[] parts = size.split("x");
                report.addSize(
                        Integer.parseInt(parts[0]),
                        Integer.parseInt(parts[1]),
                        Integer.parseInt(parts[2]),
                        nanos.get(OURS),
                        nanos.get(Contender.RAW.name()));
            });
            byValue(run(PlanCountCosts.class, log), "plans")
                    .forEach((plans, nanos) ->
                            report.addPlans(Integer.parseInt(plans), nanos.get(OURS), nanos.get(Contender.RAW.name())));
            Map<Integer, Map<String, Double>> threads = new LinkedHashMap<>();
            for (RunResult result : run(ThreadCosts.class, log)) {
                threads.computeIfAbsent(result.getParams().getThreads(), key -> new LinkedHashMap<>())
                        .put(result.getParams().getParam("contender"), cpu(result));
            }
            new TreeMap<>(threads)
                    .forEach((number, nanos) ->
                            report.addThreads(number, nanos.get(OURS), nanos.get(Contender.RAW.name())));
            for (RunResult result : run(LatencyCosts.class, log)) {
                String[] parts = result.getParams().getParam("size").split("/");
                report.addFar(
                        Integer.parseInt(parts[0]),
                        Data.DATA_SOURCES,
                        Integer.parseInt(parts[1]),
                        result.getPrimaryResult().getScore());
            }
        }
        Files.writeString(docs.resolve("growth.svg"), report.chart());
        Path page = docs.resolve("growth.md");
        String text = report.page("growth.svg");
        Files.writeString(page, Files.exists(page) ? Benchmarks.between(Files.readString(page), text) : text);
        System.out.println("Written: " + page.toAbsolutePath().normalize());
        System.exit(0);
    }

    private static Collection<RunResult> run(Class<?> benchmark, PrintStream log) throws RunnerException {
        return new Runner(
                        new OptionsBuilder()
                                .include("\\." + benchmark.getSimpleName() + "\\.")
                                .addProfiler(CpuTime.class)
                                .jvmArgsAppend(Child.properties().toArray(String[]::new))
                                .shouldFailOnError(true)
                                .build(),
                        OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL))
                .run();
    }

    /** Nanoseconds by contender by what the parameter was. */
    private static Map<String, Map<String, Double>> byValue(Collection<RunResult> results, String parameter) {
        Map<String, Map<String, Double>> values = new LinkedHashMap<>();
        for (RunResult result : results) {
            values.computeIfAbsent(result.getParams().getParam(parameter), key -> new LinkedHashMap<>())
                    .put(result.getParams().getParam("contender"), cpu(result));
        }
        return values;
    }

    private static double cpu(RunResult result) {
        return Measuring.secondary(result, CpuTime.RESULT);
    }
}
