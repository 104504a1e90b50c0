package org.shardingjdbc.scaling.job;

import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * What a job would do, as {@link org.shardingjdbc.scaling.ScalingJob#plan} tells before it starts. Immutable.
 *
 * @param tables the logic tables whose rows move together
 * @param nodes the data nodes whose rows are copied
 * @param targets the data nodes that the rows are copied to, such as {@code ds_0.t_order_1}
 * @param needs how much room the new tables take in each data source
 * @param statements the SQL that the job executes first, such as CREATE TABLE; each statement with its data source
 *     before it
 * @param obstacles why the job cannot start, each reason with its remedy; empty when it can
 */
@Incubating
public record ScalingPlan(
        List<String> tables,
        List<Node> nodes,
        List<String> targets,
        List<Need> needs,
        List<String> statements,
        List<String> obstacles) {
    /** Copies the lists. */
    public ScalingPlan {
        tables = List.copyOf(tables);
        nodes = List.copyOf(nodes);
        targets = List.copyOf(targets);
        needs = List.copyOf(needs);
        statements = List.copyOf(statements);
        obstacles = List.copyOf(obstacles);
    }

    /**
     * How much room the new tables take in a data source, about, when the rows are spread evenly; the log of its
     * database grows besides.
     *
     * @param dataSource its name
     * @param bytes with indexes, by an estimate of the databases that are left
     */
    @Incubating
    public record Need(String dataSource, long bytes) {}

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
