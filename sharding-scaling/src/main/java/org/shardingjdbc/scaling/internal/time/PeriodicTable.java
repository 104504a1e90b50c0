package org.shardingjdbc.scaling.internal.time;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.time.TimeTablePolicy;

/**
 * A logic table of INTERVAL or AUTO_INTERVAL with its data nodes: which are wanted at a time, and which are too old.
 * Immutable.
 *
 * <p>Each data source that has an actual table of the newest step gets one of each further step, called as that one but
 * for its ending. Actual tables that no step names are left alone.
 */
public final class PeriodicTable {
    private final String name;
    private final TimeTablePolicy policy;
    private final Periods periods;
    private final List<Node> nodes;

    /**
     * An actual table.
     *
     * @param ruleSource the data source as the rules call it, such as a group of primary and replicas
     * @param dataSource where it is
     */
    public record Node(String ruleSource, String dataSource, String table) {
        /** As {@code actualDataNodes} has it. */
        String inRules() {
            return ruleSource + "." + table;
        }

        @Override
        public String toString() {
            return dataSource + "." + table;
        }
    }

    /** A node and the step whose rows it has. */
    public record PeriodNode(Node node, int step) {}

    /**
     * A table that has to be made.
     *
     * @param like of the same data source, whose columns and indexes it gets
     */
    public record Missing(Node node, int step, Node like) {}

    /**
     * @param nodes in configured order
     * @throws IllegalArgumentException where names of actual tables do not tell their steps
     */
    PeriodicTable(String name, TimeTablePolicy policy, Periods periods, List<Node> nodes) {
        this.name = name;
        this.policy = policy;
        this.periods = periods;
        this.nodes = List.copyOf(nodes);
        if (timed().isEmpty()) {
            throw new IllegalArgumentException("none of its actual tables ends with the time of a step");
        }
    }

    public String name() {
        return name;
    }

    public TimeTablePolicy policy() {
        return policy;
    }

    /** The first moment of a step. */
    public LocalDateTime start(int step) {
        return periods.start(step);
    }

    /** The first moment behind a step. */
    public LocalDateTime end(int step) {
        return periods.end(step);
    }

    public List<Node> nodes() {
        return nodes;
    }

    /** The step that a name tells. Null where it tells none. */
    @Nullable
    public Integer step(String table) {
        return periods.step(table);
    }

    /** The data nodes of which it is known which rows they have, in configured order. */
    public List<PeriodNode> timed() {
        List<PeriodNode> timed = new ArrayList<>();
        for (Node node : nodes) {
            Integer step = step(node.table());
            if (step != null) {
                timed.add(new PeriodNode(node, step));
            }
        }
        return timed;
    }

    private int newest() {
        return timed().stream().mapToInt(PeriodNode::step).max().orElseThrow();
    }

    /** The last step that begins before the policy's time ahead. */
    private int last(LocalDateTime now) {
        return Math.min(periods.step(policy.createAhead().after(now)), periods.count() - 1);
    }

    private boolean isOld(int step, LocalDateTime now) {
        return policy.retain() != null
                && !periods.end(step).isAfter(policy.retain().before(now));
    }

    /**
     * The tables of all steps that begin before the policy's time ahead, and are not there, in their order; none whose
     * rows would be too old already.
     */
    public List<Missing> missing(LocalDateTime now) {
        int newest = newest();
        List<Missing> missing = new ArrayList<>();
        for (int step = newest + 1; step <= last(now); step++) {
            for (PeriodNode like : isOld(step, now) ? List.<PeriodNode>of() : timed()) {
                if (like.step() == newest) {
                    Node node = like.node();
                    String table = periods.name(node.table(), step);
                    missing.add(new Missing(new Node(node.ruleSource(), node.dataSource(), table), step, node));
                }
            }
        }
        return missing;
    }

    /** The data nodes whose rows are all older than the policy keeps them; never all of them. */
    public List<PeriodNode> old(LocalDateTime now) {
        int newest = Math.max(newest(), last(now));
        return timed().stream()
                .filter(each -> each.step() < newest && isOld(each.step(), now))
                .toList();
    }

    /** Why no table can be made for rows of some time ahead; null where that is not so. */
    @Nullable
    public String end(LocalDateTime now) {
        int last = periods.count() - 1;
        String remedy = periods.remedyAtEnd();
        return remedy != null && periods.step(policy.createAhead().after(now)) > last
                ? "'datetime-upper' lets the steps of " + name + " end at " + periods.end(last)
                        + ": rows of that time are refused; " + remedy
                : null;
    }

    /** The {@code actualDataNodes} with these besides and without those. */
    public String dataNodes(List<Missing> more, List<PeriodNode> fewer) {
        Set<String> all = new LinkedHashSet<>();
        nodes.forEach(node -> all.add(node.inRules()));
        fewer.forEach(each -> all.remove(each.node().inRules()));
        more.forEach(each -> all.add(each.node().inRules()));
        return String.join(", ", all);
    }
}
