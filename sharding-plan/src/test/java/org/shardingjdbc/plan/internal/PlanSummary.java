package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The plan of a plan case in the few words of the SQL-support page, taken from its lines.
 *
 * @param certificate as EXPLAIN SHARDING calls it
 * @param words what is done
 */
record PlanSummary(String certificate, String words) {
    /** As the page sorts them: what costs least first. */
    static final List<String> CERTIFICATES =
            List.of("", "PASS_THROUGH", "PUSHED_DOWN", "MERGED", "SUBQUERIES_FIRST", "PULLED", "STEPS", "REFUSED");

    private static final Map<String, String> STEPS = Map.of(
            "MergeSort", "sorted",
            "Group", "grouped",
            "GroupInMemory", "grouped in memory",
            "Aggregate", "aggregated",
            "Filter", "filtered by HAVING",
            "Compute", "computed",
            "Distinct", "made distinct",
            "Sort", "sorted in memory",
            "Limit", "limited");

    static PlanSummary of(PlanCase plan) {
        String error = first(plan, "error ");
        if (error != null) {
            return refused(error, first(plan, "one ") != null);
        }
        if (first(plan, "session ") != null || first(plan, "show ") != null || first(plan, "explain") != null) {
            return new PlanSummary("", "answered by the logical connection");
        }
        PlanSummary inSteps = inSteps(plan);
        if (inSteps != null) {
            return inSteps;
        }
        String merge = first(plan, "merge ");
        String route = first(plan, "route ");
        return merge == null ? unmerged(route.split(" ", 2)[0], route) : merged(merge);
    }

    private static PlanSummary unmerged(String kind, String route) {
        return switch (kind) {
            case "NONE" -> new PlanSummary("PASS_THROUGH", "sent to any node, as no row can match");
            case "SINGLE_NODE" -> new PlanSummary("PASS_THROUGH", "sent to its data source");
            case "EQUAL" -> new PlanSummary("PASS_THROUGH", "sent to the node of the value");
            default ->
                route.endsWith(" units)")
                        ? new PlanSummary("PUSHED_DOWN", "each node does its part")
                        : new PlanSummary("PASS_THROUGH", "sent to one node");
        };
    }

    private static PlanSummary refused(String error, boolean onSeveral) {
        String code = error.substring(0, error.indexOf(':'));
        String where = onSeveral ? "on several nodes, " : "";
        return new PlanSummary("REFUSED", where + "[" + code + "](#" + code.toLowerCase(Locale.ROOT) + ")");
    }

    private static PlanSummary inSteps(PlanCase plan) {
        int pulled = count(plan, "pull ");
        if (pulled > 0) {
            String tables = pulled == 1 ? "one table" : pulled + " tables";
            return new PlanSummary("PULLED", "the rows of " + tables + ", combined in one data source");
        }
        int subqueries = count(plan, "first ");
        if (subqueries > 0) {
            String first = subqueries == 1 ? "the subquery" : subqueries + " subqueries";
            return new PlanSummary("SUBQUERIES_FIRST", first + " first, then the rest with the values");
        }
        if (first(plan, "create ") != null) {
            return new PlanSummary("STEPS", "created empty, then filled by an INSERT");
        }
        if (first(plan, "place ") != null) {
            return new PlanSummary("STEPS", "one statement for each data source");
        }
        if (first(plan, "copy ") != null) {
            return new PlanSummary("STEPS", "the query is read, its rows are inserted where they belong");
        }
        if (first(plan, "compute ") != null) {
            return new PlanSummary("STEPS", "the value is computed first, once");
        }
        if (first(plan, "find ") != null) {
            String moved = first(plan, "move ") != null ? "; rows move where they belong" : "";
            return new PlanSummary("STEPS", "the rows are found, then written by key" + moved);
        }
        return null;
    }

    private static PlanSummary merged(String merge) {
        boolean pushed = merge.endsWith("(pushed down)");
        List<String> words = new ArrayList<>();
        for (String step : merge.replace("(pushed down)", "").split(";")) {
            String name = step.strip().split(" ", 2)[0];
            if (STEPS.containsKey(name)) {
                words.add(STEPS.get(name));
            }
        }
        String together = words.isEmpty() ? "collected" : String.join(", ", words);
        return new PlanSummary(pushed ? "PUSHED_DOWN" : "MERGED", "rows of all nodes " + together);
    }

    private static String first(PlanCase plan, String tag) {
        for (String line : plan.expected()) {
            if (line.startsWith(tag)) {
                return line.substring(tag.length()).strip();
            }
        }
        return null;
    }

    private static int count(PlanCase plan, String tag) {
        return (int)
                plan.expected().stream().filter(line -> line.startsWith(tag)).count();
    }
}
