package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** Looks at rows: whether they are on their nodes, and whether copies have the same. Stateless. */
public final class RowsCheck {
    private RowsCheck() {}

    /** What is read of one node. */
    private record Task(CheckedNode node, Function<CheckedNode, List<CheckFinding>> read) {
        List<CheckFinding> run() {
            return read.apply(node);
        }
    }

    /** The findings, table by table; data sources are read side by side, the nodes of each one after the other. */
    public static List<CheckFinding> of(
            Deployment deployment, Visits visits, CheckedTables tables, CheckOptions options, CheckStatus status) {
        Map<CheckedTable, List<Task>> byTable = new IdentityHashMap<>();
        Map<CheckedTable, CheckFinding> obstacles = new IdentityHashMap<>();
        Map<CheckedTable, CopiedRows> copied = new IdentityHashMap<>();
        Map<Visit, List<Task>> byVisit = new IdentityHashMap<>();
        for (CheckedTable table : tables.all()) {
            Function<CheckedNode, List<CheckFinding>> read = null;
            PartitionedTable partitioned = table.logic().partitioning();
            if (partitioned != null
                    && table.logic().isSpread()
                    && !table.written().isEmpty()) {
                RowPlaces places = places(deployment, partitioned);
                if (places == null || places.obstacle() != null) {
                    obstacles.put(table, obstacle(table, places));
                } else {
                    read = new RowsOfNodes(table, partitioned, places, options, status)::scan;
                }
            } else if (table.logic().isReplicated()) {
                CopiedRows copies = new CopiedRows(table, options, status);
                copied.put(table, copies);
                read = node -> {
                    copies.read(node);
                    return List.of();
                };
            }
            if (read != null) {
                for (CheckedNode node : table.written()) {
                    Task task = new Task(node, read);
                    byTable.computeIfAbsent(table, each -> new ArrayList<>()).add(task);
                    byVisit.computeIfAbsent(node.visit(), each -> new ArrayList<>())
                            .add(task);
                }
            }
        }
        Map<Task, List<CheckFinding>> done = run(visits, byVisit, status);
        List<CheckFinding> findings = new ArrayList<>();
        for (CheckedTable table : tables.all()) {
            byTable.getOrDefault(table, List.of()).forEach(task -> findings.addAll(done.getOrDefault(task, List.of())));
            CheckFinding obstacle = obstacles.get(table);
            if (obstacle != null) {
                findings.add(obstacle);
            }
            CopiedRows copies = copied.get(table);
            if (copies != null) {
                findings.addAll(copies.findings());
            }
        }
        return findings;
    }

    /** Runs the tasks of all databases side by side. */
    private static Map<Task, List<CheckFinding>> run(
            Visits visits, Map<Visit, List<Task>> byVisit, CheckStatus status) {
        status.begin(byVisit.values().stream().mapToInt(List::size).sum());
        Map<Task, List<CheckFinding>> done = new IdentityHashMap<>();
        List<List<Task>> homes = new ArrayList<>();
        for (Visit home : visits.homes()) {
            List<Task> tasks = byVisit.get(home);
            if (tasks != null) {
                homes.add(tasks);
            }
        }
        List<List<List<CheckFinding>>> results = ParallelSources.each(
                homes, tasks -> tasks.stream().map(Task::run).toList());
        for (int i = 0; i < homes.size(); i++) {
            List<Task> tasks = homes.get(i);
            for (int task = 0; task < tasks.size(); task++) {
                done.put(tasks.get(task), results.get(i).get(task));
            }
        }
        return done;
    }

    /** Null when no data source tells the columns. */
    private static @Nullable RowPlaces places(Deployment deployment, PartitionedTable table) {
        try {
            return new RowPlaces(deployment, table, deployment.catalog().table(table));
        } catch (ShardingException unreadable) {
            return null;
        }
    }

    private static CheckFinding obstacle(CheckedTable table, @Nullable RowPlaces places) {
        return table.whole(
                FindingKind.NOT_CHECKED,
                Severity.NOTE,
                "Its rows were not read: " + (places == null ? "its columns cannot be read" : places.obstacle()) + ".",
                "Compare them yourself.",
                List.of());
    }
}
