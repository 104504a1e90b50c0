package org.shardingjdbc.benchmarks.macro;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** The program; see {@link Options#HELP}. Used by one thread. */
public final class MacroBenchmarks {
    /** Connections that a pool has besides one for each terminal. */
    private static final int SPARE_CONNECTIONS = 4;

    private final Options options;
    private final Contenders contenders;
    private final List<Cell> cells = new ArrayList<>();

    private MacroBenchmarks(Options options) {
        this.options = options;
        this.contenders = new Contenders(options.maxThreads() + SPARE_CONNECTIONS, options.props());
    }

    public static void main(String... arguments) throws SQLException, IOException {
        if (arguments.length > 0 && (arguments[0].equals("--help") || arguments[0].equals("-h"))) {
            System.out.println(Options.HELP);
            return;
        }
        try {
            new MacroBenchmarks(Options.parse(arguments)).run();
        } finally {
            TestServer.stopAll();
        }
    }

    private void run() throws SQLException, IOException {
        for (DatabaseKind database : options.databases()) {
            Site site = new Site(database);
            Map<String, List<Workload>> byTables = new LinkedHashMap<>();
            for (Workload workload : options.workloads()) {
                byTables.computeIfAbsent(workload.tables(), key -> new ArrayList<>())
                        .add(workload);
            }
            for (List<Workload> workloads : byTables.values()) {
                run(database, site, workloads);
                // What was measured is kept even if the next does not work.
                new Report(options, cells).write();
            }
        }
        System.out.println(new Report(options, cells).markdown());
    }

    private void run(DatabaseKind database, Site site, List<Workload> workloads) throws SQLException {
        site.clear();
        Workload first = workloads.get(0);
        load(site, first);
        Map<Contenders.Name, DataSource> open = new EnumMap<>(Contenders.Name.class);
        try {
            for (Contenders.Name name : options.contenders()) {
                open.put(name, contenders.open(name, site, first));
                warmUp(
                        open.get(name),
                        workloads.stream()
                                .filter(each -> name != Contenders.Name.HAND || each.hasOneKey())
                                .toList(),
                        site.time());
            }
            for (Workload workload : workloads) {
                for (int threads : options.threads()) {
                    measure(
                            database,
                            site,
                            new Drive(workload, threads, options.warmUp(), options.seconds(), site.time()),
                            open);
                }
            }
        } finally {
            for (DataSource dataSource : open.values()) {
                Contenders.close(dataSource);
            }
        }
    }

    /** The long warm-up, when nothing is compiled yet. */
    private void warmUp(DataSource dataSource, List<Workload> workloads, ServerTime server) throws SQLException {
        for (Workload workload : workloads) {
            run(dataSource, new Drive(workload, options.maxThreads(), 0, options.start() / workloads.size(), server));
        }
    }

    private void measure(DatabaseKind database, Site site, Drive drive, Map<Contenders.Name, DataSource> open)
            throws SQLException {
        for (int round = 1; round <= options.rounds(); round++) {
            for (Map.Entry<Contenders.Name, DataSource> each : open.entrySet()) {
                Contenders.Name name = each.getKey();
                if (name == Contenders.Name.HAND && !drive.workload().hasOneKey()) {
                    continue;
                }
                Figures figures = run(each.getValue(), drive);
                List<String> wrong = drive.workload().check(site.nodes(name.isSharded()));
                if (!wrong.isEmpty()) {
                    throw new SQLException(drive.workload().name() + " by " + name + " left wrong data: " + wrong);
                }
                Cell cell = new Cell(database.title(), drive.workload(), drive.threads(), name, round, figures);
                cells.add(cell);
                say(cell);
            }
        }
    }

    /** Who shards finds what this library has spread. */
    private void load(Site site, Workload workload) throws SQLException {
        for (Contenders.Name name : List.of(Contenders.Name.RAW, Contenders.Name.OURS)) {
            DataSource dataSource = contenders.open(name, site, workload);
            try {
                workload.create(dataSource);
            } finally {
                Contenders.close(dataSource);
            }
        }
    }

    /** ShardingSphere looks for its parts where the current thread says, and new threads say what their maker said. */
    private static Figures run(DataSource dataSource, Drive drive) throws SQLException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(dataSource.getClass().getClassLoader());
        try {
            drive.workload().renew(dataSource);
            return drive.run(dataSource, System.nanoTime());
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static void say(Cell cell) {
        Figures figures = cell.figures();
        System.out.println(String.format(
                Locale.ROOT,
                "%s, %s, %d threads, round %d, %s: %.0f tps, mean %.2f ms, p95 %.2f, p99 %.2f, JVM %.0f us, server %.0f us, %d retries",
                cell.database(),
                cell.workload().name(),
                cell.threads(),
                cell.round(),
                cell.contender(),
                figures.perSecond(),
                figures.meanMillis(),
                figures.percentileMillis(95),
                figures.percentileMillis(99),
                figures.cpuMicros(),
                figures.serverMicros(),
                figures.retries()));
    }
}
