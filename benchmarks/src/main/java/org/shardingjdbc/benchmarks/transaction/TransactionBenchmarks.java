package org.shardingjdbc.benchmarks.transaction;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.shardingjdbc.benchmarks.ShardingSphereClasses;

/**
 * The program: in each round each party once, in a JVM of its own, for all that is measured. {@code --help} says more.
 */
public final class TransactionBenchmarks {
    private static final String HELP =
            """
            Measures transactions of two updates over two PostgreSQL servers, which lose nothing they have committed.

              --rounds N           a JVM each for every party and number of threads; else 5
              --seconds N          of measuring in a JVM, after as many to warm up (ShardingSphere: twice); else 4
              --threads LIST       else 1,8,32
              --parties LIST       else all: %s
              --operations LIST    of overTwo, withinOne; else both
              --report DIRECTORY   transactions.md and log.txt; else target/report
            """.formatted(Arrays.toString(Party.values()).toLowerCase(Locale.ROOT));

    private int rounds = 5;
    private int seconds = 4;
    private List<Integer> threads = List.of(1, 8, 32);
    private Set<Party> parties = EnumSet.allOf(Party.class);
    private List<String> operations = List.of("overTwo", "withinOne");
    private Path report = Path.of("target", "report");

    private TransactionBenchmarks() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 0 || Arrays.asList(arguments).contains("--help")) {
            System.out.print(HELP);
            return;
        }
        TransactionBenchmarks benchmarks = new TransactionBenchmarks();
        for (int i = 0; i + 1 < arguments.length; i += 2) {
            benchmarks.read(arguments[i], arguments[i + 1]);
        }
        benchmarks.run();
    }

    private void read(String name, String value) {
        switch (name) {
            case "--rounds" -> rounds = Integer.parseInt(value);
            case "--seconds" -> seconds = Integer.parseInt(value);
            case "--threads" ->
                threads = Stream.of(value.split(",")).map(Integer::valueOf).toList();
            case "--parties" -> {
                parties = EnumSet.noneOf(Party.class);
                for (String each : value.split(",")) {
                    parties.add(Party.valueOf(each.toUpperCase(Locale.ROOT)));
                }
            }
            case "--operations" -> operations = List.of(value.split(","));
            case "--report" -> report = Path.of(value);
            default -> throw new IllegalArgumentException("No option " + name + "; --help lists them");
        }
    }

    private void run() throws Exception {
        Files.createDirectories(report);
        Throughputs throughputs = new Throughputs();
        try (Servers servers = Servers.start();
                PrintStream log = new PrintStream(
                        Files.newOutputStream(report.resolve("transactions.log")), true, StandardCharsets.UTF_8)) {
            for (int round = 1; round <= rounds; round++) {
                for (String operation : operations) {
                    for (int count : threads) {
                        for (Party party : parties) {
                            double perSecond = measure(servers, operation, count, party, log);
                            System.out.printf(
                                    Locale.ROOT,
                                    "round %d, %s, %d threads, %s: %,.0f/s%n",
                                    round,
                                    operation,
                                    count,
                                    party.title(),
                                    perSecond);
                            throughputs.add(operation, count, party, perSecond);
                        }
                    }
                }
                // what was measured is kept even if the next does not work
                Files.writeString(report.resolve("transactions.md"), throughputs.markdown());
            }
        }
        System.out.println(throughputs.markdown());
    }

    /** Transactions in a second, the median of the seconds. */
    private double measure(Servers servers, String operation, int count, Party party, PrintStream log)
            throws SQLException, RunnerException, IOException {
        servers.fill();
        Path logs = Files.createTempDirectory("coordinator");
        List<String> jvm = new ArrayList<>();
        for (String name : List.of(Servers.PORTS, ShardingSphereClasses.PROPERTY, ShardingSphereClasses.XA_PROPERTY)) {
            jvm.add("-D" + name + "=" + System.getProperty(name));
        }
        // where a coordinator has no other place to write to
        jvm.add("-Dcom.atomikos.icatch.log_base_dir=" + logs);
        jvm.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        var asked = new OptionsBuilder()
                .include("\\." + Transfers.class.getSimpleName() + "\\." + operation + "$")
                .param("party", party.name())
                .threads(count)
                .warmupIterations(party.isShardingSphere() ? 2 * seconds : seconds)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(seconds)
                .measurementTime(TimeValue.seconds(1))
                .forks(1)
                .shouldFailOnError(true)
                .jvmArgsAppend(jvm.toArray(String[]::new))
                .build();
        Collection<RunResult> results =
                new Runner(asked, OutputFormatFactory.createFormatInstance(log, VerboseMode.NORMAL)).run();
        servers.check();
        return results.iterator().next().getPrimaryResult().getStatistics().getPercentile(50);
    }
}
