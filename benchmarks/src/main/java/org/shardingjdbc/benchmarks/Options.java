package org.shardingjdbc.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.benchmarks.report.Operation;

/** What the command line asks for. One per run. */
final class Options {
    static final String HELP = """
            Measures sharding by hand (raw), this library (ours) and Apache ShardingSphere-JDBC side by side.

              --quick                the chief operations in one short round (some six minutes)
              --backends LIST        of stub, h2, postgresql; else all
              --operations LIST      of those below; else all
              --contenders LIST      of raw, ours, shardingsphere; else all
              --rounds N             a JVM each for every operation, backend and contender; else 3
              --millis N             length of an iteration: 5 to measure, and to warm up 20 (40 for ShardingSphere);
                                     else 250
              --minutes N            begin nothing more after so long; else no limit
              --add                  keep the rounds that the report has already, and add to them
              --report DIRECTORY     report.md, ratios.svg, results.json, log.txt; else target/report
              --docs DIRECTORY       write the tables into performance.md there too, and the chart beside it
              --profile              measure nothing, write where ours spends time and memory into profiles/ there
              --render               measure nothing, write the pages anew from results.json
              --postgresql HOST:PORT a server of yours: user postgres without a password, databases benchmark_0
                                     and benchmark_1; else one is started
              --asleep               do not keep the cores awake while PostgreSQL is measured
              --cpu                  on a machine that is not quiet: as the time of an operation take the CPU time
                                     of the JVM, except on PostgreSQL
              --jmh ARGUMENTS        give all that follows to JMH and write no report
              --compare BEFORE NOW FACTOR
                                     measure nothing, print the reports of two folders side by side; ends with 1 if a
                                     figure is larger by more than the factor. .ci/compare measures two commits so
              --help                 this

            Operations:
            """;

    private static final List<Operation> CHIEF = List.of(
            Operation.POINT_PREPARE_EACH,
            Operation.POINT_REUSED,
            Operation.POINT_LITERALS,
            Operation.INSERT,
            Operation.BATCH_100,
            Operation.IN_10,
            Operation.TOP_10,
            Operation.GROUP_BY_USER);

    private Set<Backend> backends = EnumSet.allOf(Backend.class);
    private Set<Operation> operations = EnumSet.allOf(Operation.class);
    private Set<Contender> contenders = EnumSet.allOf(Contender.class);
    private int rounds = 3;
    private int millis = 250;
    private int minutes = Integer.MAX_VALUE;
    private boolean adding;
    private boolean rendering;
    private boolean profiling;
    private boolean keepingAwake = true;
    private boolean byCpu;
    private Path report = Path.of("target", "report");
    private Path docs;

    /** @throws IllegalArgumentException when an argument means nothing */
    static Options of(String[] arguments) {
        Options options = new Options();
        List<String> rest = new ArrayList<>(Arrays.asList(arguments));
        if (rest.remove("--quick")) {
            // first, so that all others can change it
            options.operations = EnumSet.copyOf(CHIEF);
            options.rounds = 1;
            options.millis = 100;
        }
        while (!rest.isEmpty()) {
            options.read(rest.remove(0), rest);
        }
        return options;
    }

    private void read(String name, List<String> rest) {
        switch (name) {
            case "--add" -> adding = true;
            case "--render" -> rendering = true;
            case "--profile" -> profiling = true;
            case "--cpu" -> byCpu = true;
            case "--asleep" -> keepingAwake = false;
            case "--backends" -> backends = constants(Backend.class, value(name, rest));
            case "--contenders" -> contenders = constants(Contender.class, value(name, rest));
            case "--operations" -> {
                operations = EnumSet.noneOf(Operation.class);
                for (String id : value(name, rest).split(",")) {
                    operations.add(Operation.of(id));
                }
            }
            case "--rounds" -> rounds = number(name, rest);
            case "--millis" -> millis = number(name, rest);
            case "--minutes" -> minutes = number(name, rest);
            case "--report" -> report = Path.of(value(name, rest));
            case "--postgresql" -> System.setProperty(PostgreSql.ADDRESS, value(name, rest));
            case "--docs" -> docs = Path.of(value(name, rest));
            default -> throw new IllegalArgumentException("No option " + name + "; --help lists them");
        }
    }

    private static String value(String name, List<String> rest) {
        if (rest.isEmpty()) {
            throw new IllegalArgumentException("A value is missing after " + name);
        }
        return rest.remove(0);
    }

    private static int number(String name, List<String> rest) {
        int number = Integer.parseInt(value(name, rest));
        if (number < 1) {
            throw new IllegalArgumentException(name + " is at least 1, not " + number);
        }
        return number;
    }

    private static <E extends Enum<E>> Set<E> constants(Class<E> type, String list) {
        Set<E> constants = EnumSet.noneOf(type);
        for (String name : list.split(",")) {
            constants.add(Enum.valueOf(type, name.toUpperCase(Locale.ROOT)));
        }
        return constants;
    }

    Set<Backend> backends() {
        return backends;
    }

    Set<Operation> operations() {
        return operations;
    }

    Set<Contender> contenders() {
        return contenders;
    }

    int rounds() {
        return rounds;
    }

    int millis() {
        return millis;
    }

    int minutes() {
        return minutes;
    }

    boolean isAdding() {
        return adding;
    }

    boolean isRendering() {
        return rendering;
    }

    boolean isProfiling() {
        return profiling;
    }

    boolean isKeepingAwake() {
        return keepingAwake;
    }

    /** Whether the time of an operation there is CPU time. */
    boolean isByCpu(Backend backend) {
        return byCpu && backend != Backend.POSTGRESQL;
    }

    Path report() {
        return report;
    }

    /** Null if no page of the documentation is to be written. */
    Path docs() {
        return docs;
    }
}
