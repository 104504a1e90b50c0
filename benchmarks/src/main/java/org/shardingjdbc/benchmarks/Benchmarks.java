package org.shardingjdbc.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.shardingjdbc.benchmarks.report.CommitRatios;
import org.shardingjdbc.benchmarks.report.Environment;
import org.shardingjdbc.benchmarks.report.Figures;
import org.shardingjdbc.benchmarks.report.MarkdownReport;
import org.shardingjdbc.benchmarks.report.Operation;
import org.shardingjdbc.benchmarks.report.RatioChart;
import org.shardingjdbc.benchmarks.report.ResultsFile;

/** The program: measures what the command line asks for and writes a report. {@code --help} says more. */
public final class Benchmarks {
    private static final String BEGIN = "<!-- written by benchmarks --docs -->";
    private static final String END = "<!-- end of what benchmarks wrote -->";

    private Benchmarks() {}

    public static void main(String[] arguments) throws Exception {
        if (Arrays.asList(arguments).contains("--help")) {
            help();
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("--jmh")) {
            jmh(Arrays.copyOfRange(arguments, 1, arguments.length));
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("--compare")) {
            System.exit(compare(Arrays.copyOfRange(arguments, 1, arguments.length)) ? 0 : 1);
        }
        run(Options.of(arguments));
        // pools of contenders may leave threads behind
        System.exit(0);
    }

    private static void help() {
        StringBuilder help = new StringBuilder(Options.HELP);
        for (Operation operation : Operation.values()) {
            help.append(String.format(Locale.ROOT, "  %-22s %s%n", operation.id(), operation.title()));
        }
        System.out.print(help);
    }

    /** JMH with all that JVMs need to find the contenders. */
    private static void jmh(String[] arguments) throws IOException {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        if (all.contains(Backend.POSTGRESQL.name()) || all.contains("backend=" + Backend.POSTGRESQL)) {
            PostgreSql.start();
        }
        List<String> jvm = Child.properties();
        if (!jvm.isEmpty()) {
            all.addAll(List.of("-jvmArgsAppend", String.join(" ", jvm)));
        }
        org.openjdk.jmh.Main.main(all.toArray(String[]::new));
        PostgreSql.stop();
    }

    /**
     * Prints how the figures of one report stand to those of an earlier one; whether nothing became worse.
     *
     * @param arguments the folders of the earlier and of the later report, then by how much a figure may be larger
     */
    private static boolean compare(String[] arguments) throws IOException {
        if (arguments.length != 3) {
            throw new IllegalArgumentException("--compare needs BEFORE NOW FACTOR: two folders with results.json, and a"
                    + " factor such as 1.10; .ci/compare makes them");
        }
        CommitRatios ratios = new CommitRatios(
                new ResultsFile(Path.of(arguments[0], "results.json")).read(),
                new ResultsFile(Path.of(arguments[1], "results.json")).read());
        System.out.print(ratios.table());
        List<String> regressions = ratios.regressions(Double.parseDouble(arguments[2]));
        regressions.forEach(each -> System.out.println("! " + each));
        return regressions.isEmpty();
    }

    private static void run(Options options) throws Exception {
        Files.createDirectories(options.report());
        ResultsFile results = new ResultsFile(options.report().resolve("results.json"));
        if (options.isRendering()) {
            write(options, results.readEnvironment(), results.read(), List.of());
            return;
        }
        if (options.isProfiling()) {
            profile(options);
            return;
        }
        Figures figures = options.isAdding() ? results.read() : new Figures();
        double loadBefore = load();
        if (options.backends().contains(Backend.POSTGRESQL)) {
            PostgreSql.start();
        }
        try (Measuring measuring =
                new Measuring(options, figures, options.report().resolve("log.txt"))) {
            measuring.agree();
            measuring.run();
            Environment environment = environment(options, loadBefore);
            results.write(environment, figures);
            write(options, environment, figures, measuring.failures());
        } finally {
            PostgreSql.stop();
        }
    }

    private static void profile(Options options) throws Exception {
        Path pages = options.docs() == null ? options.report() : options.docs();
        try (PrintStream log = new PrintStream(
                Files.newOutputStream(options.report().resolve("profile.txt")), true, StandardCharsets.UTF_8)) {
            if (options.backends().contains(Backend.POSTGRESQL)) {
                PostgreSql.start();
            }
            for (Backend backend : options.backends()) {
                Data.create(backend, Operations.ROWS);
            }
            new Profiling(options, pages.resolve("profiles"), log).run();
        } finally {
            PostgreSql.stop();
        }
    }

    private static void write(Options options, Environment environment, Figures figures, List<String> failures)
            throws IOException {
        String chart = RatioChart.svg(figures);
        Files.writeString(options.report().resolve("ratios.svg"), chart);
        Path report = options.report().resolve("report.md");
        Files.writeString(report, "# Benchmarks\n\n" + MarkdownReport.of(environment, figures, "ratios.svg", failures));
        System.out.println("Written: " + report.toAbsolutePath().normalize());
        if (options.docs() != null) {
            Files.writeString(options.docs().resolve("performance.svg"), chart);
            Path page = options.docs().resolve("performance.md");
            String tables = MarkdownReport.of(environment, figures, "performance.svg", failures);
            Files.writeString(page, between(Files.readString(page), tables));
            System.out.println("Written: " + page.toAbsolutePath().normalize());
        }
    }

    /** The page with the text instead of what is between its marks. */
    static String between(String page, String text) {
        int begin = page.indexOf(BEGIN);
        int end = page.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IllegalArgumentException("The page has no lines " + BEGIN + " and " + END);
        }
        return page.substring(0, begin + BEGIN.length()) + "\n\n" + text + page.substring(end);
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static Environment environment(Options options, double loadBefore) throws IOException, SQLException {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put(
                "date",
                ZonedDateTime.now(ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'")));
        facts.put("machine", machine());
        facts.put("load average", String.format(Locale.ROOT, "%.1f before, %.1f after", loadBefore, load()));
        facts.put(
                "JVM",
                System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + ", "
                        + System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        facts.put("versions", versions());
        facts.put(
                "method",
                "JMH, a JVM each; iterations of " + options.millis()
                        + " ms: 5 to measure, before them 20 to warm up (ShardingSphere: 40); bytes by -prof gc");
        facts.put(
                "time",
                options.isByCpu(Backend.STUB)
                        ? "CPU time of the Java threads on the stub and on H2, as the machine was not quiet (of the whole JVM"
                                + " where it is a JVM of its own); on PostgreSQL what passes"
                        : "what passes");
        if (options.backends().contains(Backend.POSTGRESQL)) {
            facts.put(
                    "PostgreSQL",
                    "on the same machine, fsync off; "
                            + (options.isKeepingAwake()
                                    ? "all cores kept awake by a busy loop each of the lowest priority"
                                    : "the cores were free to sleep"));
        }
        return new Environment(facts);
    }

    private static String machine() throws IOException {
        int cores = Runtime.getRuntime().availableProcessors();
        Path file = Path.of("/proc/cpuinfo");
        if (Files.isReadable(file)) {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("model name")) {
                    return cores + " cores, "
                            + line.substring(line.indexOf(':') + 1).strip();
                }
            }
        }
        return cores + " cores";
    }

    private static String versions() throws IOException, SQLException {
        // asked by URL: the drivers' classes carry annotations that are not on the class path
        return "ShardingSphere-JDBC " + ShardingSphereClasses.version()
                + ", H2 " + version(DriverManager.getDriver(Backend.H2.url(0)))
                + ", PostgreSQL driver " + version(DriverManager.getDriver(Backend.POSTGRESQL.url(0)));
    }

    private static String version(Driver driver) {
        return driver.getMajorVersion() + "." + driver.getMinorVersion();
    }
}
