package org.shardingjdbc.scaling.internal.time;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.algorithm.IntervalSteps;
import org.shardingjdbc.scaling.time.TimeTablePolicy;

/**
 * A logic table of INTERVAL with its data nodes: which are wanted at a time, and which are too old. Immutable.
 *
 * <p>Each data source that has an actual table of the newest step gets one of each further step, called as that one but
 * for its ending. Actual tables that no step names are left alone.
 */
public final class PeriodicTable {
    private final String name;
    private final TimeTablePolicy policy;
    private final IntervalSteps steps;
    private final List<Node> nodes;
    private final Map<String, Integer> stepOf = new HashMap<>();
    private final Set<Integer> lengths = new TreeSet<>();

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
    PeriodicTable(String name, TimeTablePolicy policy, IntervalSteps steps, List<Node> nodes) {
        this.name = name;
        this.policy = policy;
        this.steps = steps;
        this.nodes = List.copyOf(nodes);
        for (int i = 0; i < steps.count(); i++) {
            String ending = steps.ending(i);
            if (stepOf.put(ending, i) != null) {
                throw new IllegalArgumentException("several steps have actual tables that end with '" + ending
                        + "'; give 'sharding-suffix-pattern' all that tells them apart, as the year");
            }
            lengths.add(ending.length());
        }
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

    /** The first moment of a step; of the one behind it, the first that is not of its rows. */
    public LocalDateTime start(int step) {
        return steps.start(step);
    }

    public List<Node> nodes() {
        return nodes;
    }

    /** The step that a name ends with; the longest ending counts. Null where there is none. */
    @Nullable
    public Integer step(String table) {
        Integer found = null;
        for (int length : lengths) {
            Integer step = length > table.length() ? null : stepOf.get(table.substring(table.length() - length));
            found = step == null ? found : step;
        }
        return found;
    }

    private List<PeriodNode> timed() {
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
        return Math.min(steps.step(policy.createAhead().after(now)), steps.count() - 1);
    }

    private boolean isOld(int step, LocalDateTime now) {
        return policy.retain() != null
                && !steps.start(step + 1).isAfter(policy.retain().before(now));
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
                    String table = node.table();
                    String stem = table.substring(
                            0, table.length() - steps.ending(newest).length());
                    missing.add(new Missing(
                            new Node(node.ruleSource(), node.dataSource(), stem + steps.ending(step)), step, node));
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
        return !steps.areOpen() && steps.step(policy.createAhead().after(now)) >= steps.count()
                ? "'datetime-upper' lets the steps of " + name + " end at " + steps.start(steps.count())
                        + ": rows of that time are refused; leave it out"
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
