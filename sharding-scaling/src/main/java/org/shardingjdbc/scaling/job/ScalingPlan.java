package org.shardingjdbc.scaling.job;

import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * What a job would do, as {@link org.shardingjdbc.scaling.ScalingJob#plan} tells before it starts. Immutable.
 *
 * @param tables the logic tables whose rows move together
 * @param nodes the data nodes whose rows are copied
 * @param targets the data nodes that the rows are copied to, such as {@code ds_0.t_order_1}
 * @param statements the SQL that the job executes first, such as CREATE TABLE; each statement with its data source
 *     before it
 * @param obstacles why the job cannot start, each reason with its remedy; empty when it can
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
     * A data node whose rows are copied.
     *
     * @param name such as {@code ds_0.t_order}
     * @param rows how many rows it has, by an estimate of its database
     * @param bytes the size of the rows, by an estimate of its database
     */
    @Incubating
    public record Node(String name, long rows, long bytes) {}
}
