package org.shardingjdbc.jdbc.internal.check;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.jdbc.internal.structure.StructureReader;
import org.shardingjdbc.rule.placement.LogicTable;

/** Visits the databases of a deployment side by side: where data sources are written, and their replicas. */
public final class Visits {
    private final List<Visit> all;
    private final List<LogicTable> tables;

    private Visits(List<Visit> all, List<LogicTable> tables) {
        this.all = List.copyOf(all);
        this.tables = List.copyOf(tables);
    }

    /** Visits all; one that does not answer is no error here. */
    public static Visits to(Deployment deployment, CheckStatus status) {
        List<Visit> places = new ArrayList<>();
        for (int i = 0; i < deployment.dataSources(); i++) {
            ShardPool home = deployment.home(i);
            places.add(new Visit(home, i, false, null, null));
            for (int other : deployment.executionRules().copies(i)) {
                if (deployment.pool(other) != home) {
                    places.add(new Visit(deployment.pool(other), i, true, null, null));
                }
            }
        }
        status.begin(places.size());
        List<LogicTable> tables = tables(deployment);
        List<Visit> visited = ParallelSources.each(places, place -> {
            Visit read = read(place, names(tables, place.dataSource()));
            status.done(place.name());
            return read;
        });
        return new Visits(visited, tables);
    }

    private static List<LogicTable> tables(Deployment deployment) {
        List<LogicTable> tables = new ArrayList<>();
        for (LogicTable table : deployment.rules().tables()) {
            if (!table.isPinned() || !isElsewhere(deployment, table.name())) {
                tables.add(table);
            }
        }
        return tables;
    }

    private static boolean isElsewhere(Deployment deployment, String name) {
        try {
            return deployment.table(name) == null;
        } catch (ShardingException unreachable) {
            return false;
        }
    }

    private static Set<String> names(List<LogicTable> tables, int dataSource) {
        Set<String> names = new LinkedHashSet<>();
        for (LogicTable table : tables) {
            names.addAll(table.actualTables(dataSource));
        }
        return names;
    }

    private static Visit read(Visit place, Set<String> names) {
        ShardPool pool = place.pool();
        try (Connection connection = pool.openAside()) {
            return new Visit(
                    pool,
                    place.dataSource(),
                    place.replica(),
                    new StructureReader(connection, pool.dialect()).read(names),
                    null);
        } catch (SQLException | RuntimeException e) {
            return new Visit(pool, place.dataSource(), place.replica(), null, String.valueOf(e.getMessage()));
        }
    }

    /** The tables of the rules, in configured order, but for those of other schemas than the connections are in. */
    List<LogicTable> tables() {
        return tables;
    }

    /** In the order of data sources, each followed by its replicas. */
    public List<Visit> all() {
        return all;
    }

    /** Those where rows are written, in the order of data sources. */
    List<Visit> homes() {
        return all.stream().filter(visit -> !visit.replica()).toList();
    }

    /** The pools of those that answered. */
    public List<ShardPool> answered() {
        return all.stream().filter(Visit::isRead).map(Visit::pool).distinct().toList();
    }

    /** Those that did not answer, and those whose keys cannot be told. */
    public List<CheckFinding> findings() {
        List<CheckFinding> findings = new ArrayList<>();
        for (Visit visit : all) {
            if (!visit.isRead()) {
                findings.add(new CheckFinding(
                        FindingKind.DATA_SOURCE_UNREACHABLE,
                        Severity.ERROR,
                        null,
                        visit.name(),
                        "The data source cannot be read: " + oneLine(visit.problem()),
                        "Start its database, or correct its URL, user and rights; its tables were not looked at.",
                        List.of()));
            } else if (!visit.known().complete()) {
                findings.add(new CheckFinding(
                        FindingKind.NOT_CHECKED,
                        Severity.NOTE,
                        null,
                        visit.name(),
                        "The dialect " + visit.pool().dialect().name() + " does not tell indexes and keys.",
                        "Compare them yourself; columns were compared.",
                        List.of()));
            }
        }
        return findings;
    }

    /** A message as part of a sentence that ends with a full stop. */
    static String oneLine(@Nullable String message) {
        String line = String.valueOf(message).replaceAll("\\s+", " ").strip();
        return line.endsWith(".") ? line : line + ".";
    }
}
