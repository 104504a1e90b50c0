package org.shardingjdbc.jdbc.internal.advise;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.advise.Advice;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.plan.Reach;
import org.shardingjdbc.plan.internal.operator.SequencePlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** Makes advice on a statement. One per deployment and question; nothing of it is kept. */
public record Adviser(Deployment deployment) {
    /**
     * The advice on a statement.
     *
     * @throws ShardingException when a database could not be asked for definitions that the plan needs
     */
    public Advice advise(String sql) {
        Reach reach;
        try {
            reach = reach(deployment.plan(sql).plan());
        } catch (ShardingException refusal) {
            if (refusal.code().category() != ErrorCategory.UNSUPPORTED
                    && refusal.code().category() != ErrorCategory.USER) {
                throw refusal;
            }
            reach = Reach.refused(refusal.getMessage(), refusal.code().number());
        }
        return new Advice(sql, reach, improvements(reach));
    }

    /** Of several statements that of the one which goes farthest. */
    private Reach reach(StatementPlan plan) {
        Reach farthest = plan.reach();
        if (plan instanceof SequencePlan several) {
            for (TextPart each : several.statements()) {
                Reach reach = each.isEmpty()
                        ? farthest
                        : deployment.plan(each.sql()).plan().reach();
                farthest = reach.kind().compareTo(farthest.kind()) > 0 ? reach : farthest;
            }
        }
        return farthest;
    }

    private List<String> improvements(Reach reach) {
        List<String> improvements = new ArrayList<>();
        switch (reach.kind()) {
            case SEVERAL_NODES -> improvements.addAll(oneValueEach(reach.tables()));
            case ALL_NODES -> improvements.addAll(oneValueEach(reach.unconditioned()));
            case STEPS_BEYOND_ONE_NODE, STEPS, REFUSED_BEYOND_ONE_NODE, REFUSED -> {
                improvements.addAll(oneValueEach(reach.tables()));
                improvements.addAll(together(partitioned(reach.tables())));
            }
            default -> {
                // it goes where it must
            }
        }
        return improvements;
    }

    /** What would choose one data node of each table. */
    private List<String> oneValueEach(List<String> tables) {
        return partitioned(tables).stream()
                .filter(table -> !table.shardingColumns().isEmpty())
                .map(table ->
                        "Give " + columns(table) + " one value each by = in the WHERE clause, or by the join with a"
                                + " table that has them: one data node of "
                                + table.dataNodes().size() + ".")
                .distinct()
                .toList();
    }

    private static String columns(PartitionedTable table) {
        return String.join(
                " and ",
                table.shardingColumns().stream()
                        .map(column -> table.name() + "." + column)
                        .toList());
    }

    private List<PartitionedTable> partitioned(List<String> tables) {
        Placements rules = deployment.rules();
        List<PartitionedTable> found = new ArrayList<>();
        for (String name : tables) {
            LogicTable table = rules.table(name);
            if (table != null && table.isSpread()) {
                found.add(table.partitioning());
            }
        }
        return found;
    }

    /** What would let tables be joined on each data node by itself. */
    private static List<String> together(List<PartitionedTable> tables) {
        List<String> improvements = new ArrayList<>();
        for (int i = 1; i < tables.size(); i++) {
            PartitionedTable first = tables.get(0);
            PartitionedTable other = tables.get(i);
            if (first.isBoundTo(other)) {
                improvements.add("Join " + first.name() + " and " + other.name() + " on all of their sharding columns ("
                        + String.join(", ", first.shardingColumns())
                        + "), or declare that one of them decides the others (dependences of their bindingTables).");
            } else if (first.shardingColumns().equals(other.shardingColumns())
                    && first.dataNodes().size() == other.dataNodes().size()) {
                improvements.add(
                        "Declare " + first.name() + ", " + other.name() + " under bindingTables if rows with"
                                + " equal sharding columns lie on data nodes of the same number, and join them on these columns.");
            } else {
                improvements.add("Shard " + other.name() + " as " + first.name()
                        + ", or make it a broadcast table if it is small and seldom written.");
            }
        }
        return improvements;
    }
}
