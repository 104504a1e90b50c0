package org.shardingjdbc.scaling;

import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * What a job would do. Immutable.
 *
 * @param tables the logic tables that move together
 * @param nodes the data nodes that are left
 * @param targets the data nodes that are entered, as {@code ds_0.t_order_1}
 * @param statements what is executed there first, with the data source before each
 * @param obstacles what forbids it, with the remedy; empty where nothing does
 */
@Incubating
public record ScalingPlan(
        List<String> tables, List<Node> nodes, List<String> targets, List<String> statements, List<String> obstacles) {
    /** Copies the lists. */
    public ScalingPlan {
        tables = List.copyOf(tables);
        nodes = List.copyOf(nodes);
        targets = List.copyOf(targets);
        statements = List.copyOf(statements);
        obstacles = List.copyOf(obstacles);
    }

    /**
     * A data node that is left.
     *
     * @param name as {@code ds_0.t_order}
     * @param rows how many it has, as its database estimates it
     * @param bytes how large they are, as its database estimates it
     */
    @Incubating
    public record Node(String name, long rows, long bytes) {}
}
