package org.shardingjdbc.plan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.Reach;
import org.shardingjdbc.plan.Reach.Kind;
import org.shardingjdbc.plan.internal.operator.ShardPlan;

/** What is told of a statement before its parameters are known is what its plan file says. */
class ReachTest {
    /** Of which the file shows no execution: what is beside the rows, or the value, decides. */
    private static final Set<String> NOT_EXECUTED = Set.of(
            "SELECT * FROM t_order o JOIN t_single s ON o.amount = s.id",
            "SELECT * FROM t_order o JOIN t_single s ON o.amount = s.id WHERE o.user_id = 1",
            "INSERT INTO t_account (account_id, name) VALUES (NULL, 'x')",
            "UPDATE t_order SET user_id = 2 WHERE user_id = 1");
    /** One value for each sharding column, and yet not one data node whatever the values are, or not surely. */
    private static final Map<String, Kind> DEPENDING_ON_VALUES = Map.of(
            "SELECT * FROM t_order o JOIN t_single s ON o.amount = s.id WHERE o.user_id = ?",
            Kind.SEVERAL_NODES,
            "SELECT * FROM t_doc WHERE code = ?",
            Kind.SEVERAL_NODES,
            "SELECT order_id FROM t_order o WHERE user_id = ? AND order_id IN (SELECT order_id FROM t_order_item WHERE"
                    + " user_id = ?)",
            Kind.STEPS_BEYOND_ONE_NODE,
            "UPDATE t_order SET user_id = ?, status = ? WHERE user_id = ?",
            Kind.SEVERAL_NODES,
            "SELECT SUM(amount) * ? FROM t_order",
            Kind.ALL_NODES);

    @Test
    void reachesAreThoseOfThePlanFiles() throws IOException {
        Map<Kind, Integer> counted = new EnumMap<>(Kind.class);
        List<String> wrong = new ArrayList<>();
        try (Stream<Path> files = Files.list(PlanFilesTest.FILES)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".plan"))
                    .sorted()
                    .toList()) {
                for (PlanCase plan : PlanFilesTest.cases(file)) {
                    Kind expected = plan.sql().isEmpty() ? null : expected(plan);
                    if (expected == null) {
                        continue;
                    }
                    Kind told = told(PlanFilesTest.planner(file), plan.sql());
                    counted.merge(expected, 1, Integer::sum);
                    if (told != expected) {
                        wrong.add(file.getFileName() + ": " + plan.sql() + "\n  told " + told + ", is " + expected
                                + ": " + plan.expected());
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(counted.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThan(400);
        assertThat(counted)
                .containsKeys(Kind.ONE_NODE, Kind.SEVERAL_NODES, Kind.ALL_NODES, Kind.COPIES, Kind.STEPS, Kind.REFUSED);
    }

    private static Kind told(Planner planner, String sql) {
        try {
            return planner.plan(sql) instanceof ShardPlan plan ? plan.reach().kind() : Kind.SESSION;
        } catch (ShardingException refusal) {
            return Reach.refused(refusal.getMessage(), refusal.code().number()).kind();
        }
    }

    /** null where the file leaves it to the values, or tells executions alone. */
    private static Kind expected(PlanCase plan) {
        String first = plan.expected().get(0).split(" +")[0];
        if (first.equals("explain") || plan.sql().contains("SHARDING_HINT") || NOT_EXECUTED.contains(plan.sql())) {
            return null;
        }
        if (DEPENDING_ON_VALUES.containsKey(plan.sql())) {
            return DEPENDING_ON_VALUES.get(plan.sql());
        }
        if (plan.expected().stream().anyMatch(line -> line.startsWith("bind ?= -> error"))) {
            return Kind.REFUSED;
        }
        String route = plan.line("route");
        boolean scattered = route != null && route.startsWith("SCATTER ");
        if (plan.expected().contains("bind ?= -> steps")
                || scattered && plan.expected().stream().anyMatch(line -> line.endsWith(" -> steps"))) {
            return Kind.STEPS;
        }
        if (route != null && route.contains(" rows by ")) {
            return plan.sql().indexOf('?') >= 0 ? Kind.EACH_ROW : null;
        }
        boolean refused = plan.refusal() != null;
        boolean steps = plan.inSteps();
        if (route == null) {
            return switch (first) {
                case "error", "Refused" -> Kind.REFUSED;
                case "session", "show" -> Kind.SESSION;
                default -> steps ? Kind.STEPS : null;
            };
        }
        boolean parameters = plan.sql().indexOf('?') >= 0;
        return switch (route.split(" ")[0]) {
            case "SINGLE_NODE", "EQUAL", "NONE" -> Kind.ONE_NODE;
            case "SCATTER" -> several(plan, Kind.ALL_NODES, Kind.STEPS, Kind.REFUSED, steps, refused);
            case "IN", "RANGE" ->
                parameters && !plan.sql().startsWith("INSERT")
                        ? several(
                                plan,
                                Kind.SEVERAL_NODES,
                                Kind.STEPS_BEYOND_ONE_NODE,
                                Kind.REFUSED_BEYOND_ONE_NODE,
                                steps,
                                refused)
                        : null;
            case "BROADCAST" -> plan.sql().startsWith("INSERT") && !refused && !steps ? Kind.COPIES : null;
            default -> null;
        };
    }

    private static Kind several(
            PlanCase plan, Kind proved, Kind inSteps, Kind refusal, boolean steps, boolean refused) {
        if (Objects.requireNonNull(plan.line("route")).endsWith("(1 unit)")) {
            return Kind.ONE_NODE;
        }
        if (refused) {
            return refusal;
        }
        return steps ? inSteps : proved;
    }
}
