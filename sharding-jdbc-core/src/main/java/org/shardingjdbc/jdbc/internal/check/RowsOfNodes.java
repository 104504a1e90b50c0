package org.shardingjdbc.jdbc.internal.check;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.shardingjdbc.dialect.internal.structure.ColumnStructure;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.check.CheckOptions.RowCheck;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** Scans the nodes of one logic table and says what rows they have that belong elsewhere. One per table. */
final class RowsOfNodes {
    private final CheckedTable table;
    private final PartitionedTable placed;
    private final RowPlaces places;
    private final CheckOptions options;
    private final CheckStatus status;

    RowsOfNodes(
            CheckedTable table, PartitionedTable placed, RowPlaces places, CheckOptions options, CheckStatus status) {
        this.table = table;
        this.placed = placed;
        this.places = places;
        this.options = options;
        this.status = status;
    }

    /** The findings of one node. */
    List<CheckFinding> scan(CheckedNode node) {
        List<String> sharding = new ArrayList<>();
        for (String column : placed.shardingColumns()) {
            ColumnStructure stored = node.known().column(table.stored(column));
            if (stored == null) {
                // a finding of its own says so
                status.done(node.toString());
                return List.of();
            }
            sharding.add(stored.name());
        }
        if (!status.goesOn()) {
            return List.of(notRead(node, "Its rows were not read: " + status.why() + "."));
        }
        NodeScan scan = new NodeScan(node, sharding, places, options, status);
        try {
            scan.run();
        } catch (SQLException e) {
            return List.of(
                    notRead(node, "Its rows could not be read: " + Visits.oneLine(String.valueOf(e.getMessage()))));
        } finally {
            status.read(node.toString(), scan.remainder());
            status.done(node.toString());
        }
        return findings(scan);
    }

    private CheckFinding notRead(CheckedNode node, String what) {
        return table.at(
                node, FindingKind.NOT_CHECKED, Severity.NOTE, what, "Check this table again by itself.", List.of());
    }

    private List<CheckFinding> findings(NodeScan scan) {
        List<CheckFinding> findings = new ArrayList<>();
        CheckedNode node = scan.node();
        long count =
                scan.elsewhere().values().stream().mapToLong(Long::longValue).sum();
        if (count > 0) {
            findings.add(table.at(
                    node,
                    FindingKind.ROWS_MISPLACED,
                    Severity.ERROR,
                    of(count, scan) + (count == 1 ? " belongs" : " belong") + " elsewhere: " + targets(scan) + "."
                            + named(scan, scan.misplaced(), count),
                    "Write them through the sharding data source, then delete them here.",
                    sql(scan, scan.misplaced(), true)));
        }
        if (scan.nowhere() > 0) {
            findings.add(table.at(
                    node,
                    FindingKind.ROWS_WITHOUT_NODE,
                    Severity.ERROR,
                    of(scan.nowhere(), scan)
                            + (scan.nowhere() == 1 ? " has sharding values" : " have sharding values")
                            + " for which the rules have no node, or NULL."
                            + named(scan, scan.unplaced(), scan.nowhere()),
                    "Correct the rows or the rules; nullPlacement of the strategy says where NULL lies.",
                    sql(scan, scan.unplaced(), false)));
        }
        if (scan.untold() > 0) {
            findings.add(notRead(
                    node,
                    of(scan.untold(), scan) + (scan.untold() == 1 ? " has" : " have")
                            + " sharding values of which the rules do not say for certain where they belong."));
        }
        if (!scan.isComplete()) {
            findings.add(notRead(node, "Only " + rows(scan.rows()) + " of it were read: " + status.why() + "."));
        }
        return findings;
    }

    private static String rows(long count) {
        return count + (count == 1 ? " row" : " rows");
    }

    private String of(long count, NodeScan scan) {
        boolean all = options.rows() == RowCheck.ALL && scan.isComplete();
        return count + " of " + rows(scan.rows()) + (all ? "" : " read");
    }

    private String targets(NodeScan scan) {
        StringJoiner targets = new StringJoiner(", ");
        scan.elsewhere().forEach((index, count) -> {
            DataNode target = placed.dataNodes().get(index);
            targets.add(count + " to " + home(target));
        });
        return targets.toString();
    }

    /** As other findings call it. */
    private String home(DataNode target) {
        for (CheckedNode node : table.nodes()) {
            if (!node.visit().replica()
                    && node.visit().dataSource() == target.dataSource()
                    && node.table().equals(target.table())) {
                return node.toString();
            }
        }
        return target.toString();
    }

    private static String named(NodeScan scan, List<List<Object>> keys, long count) {
        if (scan.key().isEmpty()) {
            return "";
        }
        StringJoiner named =
                new StringJoiner(", ", " " + CheckedTable.list(scan.key()) + ": ", count > keys.size() ? ", ..." : "");
        keys.forEach(key -> named.add(key.size() == 1 ? String.valueOf(key.get(0)) : key.toString()));
        return named + ".";
    }

    /** What shows the first ones, and what deletes them. */
    private List<String> sql(NodeScan scan, List<List<Object>> keys, boolean delete) {
        if (scan.key().isEmpty()) {
            return List.of();
        }
        StringJoiner any = new StringJoiner(" OR ");
        for (List<Object> key : keys) {
            StringJoiner each = new StringJoiner(" AND ");
            for (int i = 0; i < key.size(); i++) {
                each.add(scan.node().sql().written(scan.key().get(i)) + " = " + literal(key.get(i)));
            }
            any.add(each.toString());
        }
        String from = " FROM " + scan.node().sql().written(scan.node().stored()) + " WHERE " + any;
        return delete ? List.of("SELECT *" + from, "DELETE" + from) : List.of("SELECT *" + from);
    }

    private static String literal(Object value) {
        return value instanceof Number || value instanceof Boolean
                ? value.toString()
                : "'" + String.valueOf(value).replace("'", "''") + "'";
    }
}
