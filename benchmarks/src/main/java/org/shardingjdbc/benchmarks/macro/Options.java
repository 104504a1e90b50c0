package org.shardingjdbc.benchmarks.macro;

import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * What the command line asks for.
 *
 * @param start seconds that each contender runs before anything is measured
 * @param warmUp seconds before each measurement
 * @param seconds of each measurement
 * @param props lines of the YAML's props for who shards
 * @param report a folder
 */
record Options(
        List<DatabaseKind> databases,
        List<Workload> workloads,
        List<Contenders.Name> contenders,
        List<Integer> threads,
        double start,
        double warmUp,
        double seconds,
        int rounds,
        String props,
        Path report) {
    static final String HELP = """
            Runs sysbench's OLTP scenarios and TPC-C. Options, with their defaults:
              --database postgresql      postgresql, mariadb, h2; several with commas, as everywhere below
              --workload all             tpcc, sysbench; or of sysbench only point_select, read_only, write_only,
                                         read_write, update_index, update_non_index, delete
              --contenders raw,ours,shardingsphere   also hand: by hand over the same databases, where there is one key
              --threads 1,8,32
              --start 15                 seconds that each contender runs before anything is measured
              --warm-up 2                seconds before each measurement
              --seconds 5                of each measurement
              --rounds 3                 of all contenders in turn; reported are medians
              --rows 10000               of sysbench's table
              --warehouses 2             of TPC-C
              --districts 10             of a warehouse; fewer than the specification's numbers load faster
              --customers 3000           of a district
              --items 100000
              --props ""                 of the sharding YAML, such as "max-connections-size-per-query: 4"
              --report target/macro      a folder for report.md and results.json
            ShardingSphere's class path is read from the file that the system property benchmark.shardingsphere names.
            """;

    private static final Map<String, String> DEFAULTS = Map.ofEntries(
            Map.entry("database", "postgresql"),
            Map.entry("workload", "all"),
            Map.entry("contenders", "raw,ours,shardingsphere"),
            Map.entry("threads", "1,8,32"),
            Map.entry("start", "15"),
            Map.entry("warm-up", "2"),
            Map.entry("seconds", "5"),
            Map.entry("rounds", "3"),
            Map.entry("rows", "10000"),
            Map.entry("warehouses", "2"),
            Map.entry("districts", "10"),
            Map.entry("customers", "3000"),
            Map.entry("items", "100000"),
            Map.entry("props", ""),
            Map.entry("report", "target/macro"));

    Options {
        databases = List.copyOf(databases);
        workloads = List.copyOf(workloads);
        contenders = List.copyOf(contenders);
        threads = List.copyOf(threads);
    }

    /** @throws IllegalArgumentException when they cannot be understood, with a message for the user */
    static Options parse(String... arguments) {
        Map<String, String> values = new TreeMap<>(DEFAULTS);
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
            if (!DEFAULTS.containsKey(name)) {
                throw new IllegalArgumentException("Unknown option " + arguments[i] + "\n\n" + HELP);
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(arguments[i] + " needs a value");
            }
            values.put(name, arguments[i + 1]);
        }
        return new Options(
                list(values.get("database"), value -> constant(DatabaseKind.class, value)),
                workloads(values),
                list(values.get("contenders"), value -> constant(Contenders.Name.class, value)),
                list(values.get("threads"), Integer::valueOf),
                Double.parseDouble(values.get("start")),
                Double.parseDouble(values.get("warm-up")),
                Double.parseDouble(values.get("seconds")),
                Integer.parseInt(values.get("rounds")),
                values.get("props"),
                Path.of(values.get("report")));
    }

    private static List<Workload> workloads(Map<String, String> values) {
        int rows = Integer.parseInt(values.get("rows"));
        List<Workload> workloads = new ArrayList<>();
        for (String name : values.get("workload").split(",")) {
            boolean all = name.equals("all");
            if (all || name.equals("sysbench")) {
                for (Sysbench.Scenario scenario : Sysbench.Scenario.values()) {
                    workloads.add(new Sysbench(scenario, rows));
                }
            }
            if (all || name.equals("tpcc")) {
                workloads.add(new Tpcc(scale(values), Clock.systemUTC()));
            } else if (!name.equals("sysbench")) {
                workloads.add(new Sysbench(constant(Sysbench.Scenario.class, name), rows));
            }
        }
        return workloads;
    }

    private static TpccScale scale(Map<String, String> values) {
        return new TpccScale(
                Integer.parseInt(values.get("warehouses")),
                Integer.parseInt(values.get("districts")),
                Integer.parseInt(values.get("customers")),
                Integer.parseInt(values.get("items")));
    }

    private static <T> List<T> list(String text, Function<String, T> each) {
        return Stream.of(text.split(",")).map(String::strip).map(each).toList();
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String name) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(name)) {
                return constant;
            }
        }
        List<String> known = Stream.of(type.getEnumConstants())
                .map(constant -> constant.name().toLowerCase(Locale.ROOT))
                .toList();
        throw new IllegalArgumentException("Unknown: " + name + "; known are " + String.join(", ", known));
    }

    int maxThreads() {
        return threads.stream().mapToInt(Integer::intValue).max().orElseThrow();
    }
}
