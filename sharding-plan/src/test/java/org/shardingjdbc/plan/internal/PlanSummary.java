package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The plan of a plan case in the few words of the SQL-support page, taken from its tree.
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
        String refusal = plan.refusal();
        if (refusal != null) {
            return refused(refusal, plan.line("one") != null);
        }
        if (plan.line("session") != null || plan.line("show") != null || plan.line("explain") != null) {
            return new PlanSummary("", "answered by the logical connection");
        }
        return plan.inSteps() ? inSteps(plan.tree()) : onShards(plan.tree());
    }

    /** Operators, and below them the route. */
    private static PlanSummary onShards(List<String> tree) {
        List<String> words = new ArrayList<>();
        boolean rows = false;
        for (String line : tree) {
            String text = line.replace("└─ ", "").strip();
            String operator = text.split(" ", 2)[0];
            if (operator.equals("Route")) {
                return routed(text, rows, words);
            }
            rows = true;
            if (STEPS.containsKey(operator)) {
                words.add(0, STEPS.get(operator));
            }
        }
        throw new IllegalArgumentException("No route: " + tree);
    }

    private static PlanSummary routed(String route, boolean rows, List<String> words) {
        if (route.endsWith("; one data node") || route.contains("; one data node, ")) {
            return switch (route.split(" ")[1].replace(";", "")) {
                case "NONE" -> new PlanSummary("PASS_THROUGH", "sent to any node, as no row can match");
                case "SINGLE_NODE" -> new PlanSummary("PASS_THROUGH", "sent to its data source");
                case "EQUAL" -> new PlanSummary("PASS_THROUGH", "sent to the node of the value");
                default -> new PlanSummary("PASS_THROUGH", "sent to one node");
            };
        }
        if (!rows) {
            return new PlanSummary("PUSHED_DOWN", "each node does its part");
        }
        String together = words.isEmpty() ? "collected" : String.join(", ", words);
        String certificate = route.contains(", pushed down") ? "PUSHED_DOWN" : "MERGED";
        return new PlanSummary(certificate, "rows of all nodes " + together);
    }

    private static PlanSummary refused(String error, boolean onSeveral) {
        String code = error.substring(0, error.indexOf(':'));
        String where = onSeveral ? "on several nodes, " : "";
        return new PlanSummary("REFUSED", where + "[" + code + "](#" + code.toLowerCase(Locale.ROOT) + ")");
    }

    private static PlanSummary inSteps(List<String> tree) {
        String steps = tree.get(0).split(" ", 2)[0];
        return switch (steps) {
            case "Pull" -> {
                int leaves = count(tree, "Leaf ");
                String tables = leaves == 1 ? "one table" : leaves + " tables";
                yield new PlanSummary("PULLED", "the rows of " + tables + ", combined in one data source");
            }
            case "BindSubqueries" -> {
                int subqueries = count(tree, "Subquery ");
                String first = subqueries == 1 ? "the subquery" : subqueries + " subqueries";
                yield new PlanSummary("SUBQUERIES_FIRST", first + " first, then the rest with the values");
            }
            case "CreateTableAs" -> new PlanSummary("STEPS", "created empty, then filled by an INSERT");
            case "OnePerDataSource" -> new PlanSummary("STEPS", "one statement for each data source");
            case "CopyRows" -> new PlanSummary("STEPS", "the query is read, its rows are inserted where they belong");
            case "LookUpKeys" ->
                new PlanSummary(
                        "STEPS", "its keys are looked up on all nodes, then each row is written where it belongs");
            default -> {
                boolean moves = count(tree, "Step of rows that move") > 0;
                String moved = moves ? "; rows move where they belong" : "";
                yield count(tree, "Step compute values") > 0
                        ? new PlanSummary("STEPS", "the value is computed first, once")
                        : new PlanSummary("STEPS", "the rows are found, then written by key" + moved);
            }
        };
    }

    /** How many steps of a tree begin so. */
    private static int count(List<String> tree, String words) {
        return (int) tree.stream()
                .filter(line -> line.startsWith("├─ " + words) || line.startsWith("└─ " + words))
                .count();
    }
}
