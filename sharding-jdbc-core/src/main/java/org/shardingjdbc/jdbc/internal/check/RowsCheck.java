package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.engine.internal.execute.Deployment;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.jdbc.check.Severity;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** Looks at rows: whether they are on their nodes, and whether copies have the same. Stateless. */
public final class RowsCheck {
    private RowsCheck() {}

    /** A node that is scanned, or a copy that is counted. */
    private record Task(CheckedNode node, RowsOfNodes rows, CopiedRows copies) {
        List<CheckFinding> run() {
            if (rows != null) {
                return rows.scan(node);
            }
            copies.read(node);
            return List.of();
        }
    }

    /** The findings, table by table; data sources are read side by side, the nodes of each one after the other. */
    public static List<CheckFinding> of(
            Deployment deployment, Visits visits, CheckedTables tables, CheckOptions options, Course course) {
        Map<CheckedTable, List<Task>> byTable = new IdentityHashMap<>();
        Map<CheckedTable, CheckFinding> obstacles = new IdentityHashMap<>();
        Map<CheckedTable, CopiedRows> copied = new IdentityHashMap<>();
        Map<Visit, List<Task>> byVisit = new IdentityHashMap<>();
        for (CheckedTable table : tables.all()) {
            RowsOfNodes rows = null;
            CopiedRows copies = null;
            PartitionedTable partitioned = table.logic().partitioning();
            if (table.logic().isSpread() && !table.written().isEmpty()) {
                RowPlaces places = places(deployment, partitioned);
                if (places == null || places.obstacle() != null) {
                    obstacles.put(table, obstacle(table, places));
                } else {
                    rows = new RowsOfNodes(table, partitioned, places, options, course);
                }
            } else if (table.logic().isReplicated()) {
                copies = new CopiedRows(table, options, course);
                copied.put(table, copies);
            }
            if (rows != null || copies != null) {
                for (CheckedNode node : table.written()) {
                    Task task = new Task(node, rows, copies);
                    byTable.computeIfAbsent(table, each -> new ArrayList<>()).add(task);
                    byVisit.computeIfAbsent(node.visit(), each -> new ArrayList<>())
                            .add(task);
                }
            }
        }
        Map<Task, List<CheckFinding>> done = run(visits, byVisit, course);
        List<CheckFinding> findings = new ArrayList<>();
        for (CheckedTable table : tables.all()) {
            byTable.getOrDefault(table, List.of()).forEach(task -> findings.addAll(done.get(task)));
            if (obstacles.containsKey(table)) {
                findings.add(obstacles.get(table));
            }
            if (copied.containsKey(table)) {
                findings.addAll(copied.get(table).findings());
            }
        }
        return findings;
    }

    /** Runs the tasks of all databases side by side. */
    private static Map<Task, List<CheckFinding>> run(Visits visits, Map<Visit, List<Task>> byVisit, Course course) {
        course.begin(byVisit.values().stream().mapToInt(List::size).sum());
        Map<Task, List<CheckFinding>> done = new IdentityHashMap<>();
        List<Visit> homes = visits.homes().stream().filter(byVisit::containsKey).toList();
        List<List<List<CheckFinding>>> results = ParallelSources.each(
                homes, home -> byVisit.get(home).stream().map(Task::run).toList());
        for (int i = 0; i < homes.size(); i++) {
            List<Task> tasks = byVisit.get(homes.get(i));
            for (int task = 0; task < tasks.size(); task++) {
                done.put(tasks.get(task), results.get(i).get(task));
            }
        }
        return done;
    }

    /** Null when no data source tells the columns. */
    private static RowPlaces places(Deployment deployment, PartitionedTable table) {
        try {
            return new RowPlaces(deployment, table, deployment.catalog().table(table));
        } catch (ShardingException unreadable) {
            return null;
        }
    }

    private static CheckFinding obstacle(CheckedTable table, RowPlaces places) {
        return table.whole(
                FindingKind.NOT_CHECKED,
                Severity.NOTE,
                "Its rows were not read: " + (places == null ? "its columns cannot be read" : places.obstacle()) + ".",
                "Compare them yourself.",
                List.of());
    }
}
