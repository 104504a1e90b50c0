package org.shardingjdbc.plan.internal;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.explain.Explainer;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.operator.SequencePlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ExplainPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SettingPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ShowPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.route.internal.shape.RouteUnit;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Prints a plan as the lines of a plan file: the tree that EXPLAIN SHARDING shows of an execution, of several where
 * values are given by {@code with} lines, and below it where the text goes ({@code route}), why several data nodes are
 * refused where executions are so for where they go ({@code several}), what one does then ({@code one}), and where
 * {@code bind} lines lead. Values that are not given are 1, 2, 3; one that ends with e0 is a floating number.
 */
final class PlanPrinter {
    private static final String WITH = "with    ?=";

    private final Planner planner;
    private final Rules rules;

    PlanPrinter(Planner planner, Rules rules) {
        this.planner = planner;
        this.rules = rules;
    }

    /** The plan's lines; for each {@code with} and {@code bind} line of the expected ones, what that execution does. */
    List<String> print(String sql, List<String> expected) {
        StatementPlan plan;
        try {
            plan = planner.plan(sql);
        } catch (ShardingException error) {
            return List.of("error   " + error.getMessage());
        }
        List<String> lines = new ArrayList<>();
        if (plan instanceof ExplainPlan explain) {
            lines.add("explain");
            plan = explain.explained();
        }
        if (plan instanceof SettingPlan setting) {
            plan = setting.setting();
        }
        if (plan instanceof SessionPlan session) {
            lines.add("session " + session.statement().getClass().getSimpleName());
        } else if (plan instanceof ShowPlan show) {
            String table = show.table() == null ? "" : " " + show.table().name();
            lines.add("show    " + show.statement().kind() + table);
        } else if (plan instanceof SequencePlan several) {
            for (TextPart each : several.statements()) {
                lines.add("then    parameters " + each.firstParameter() + "+" + each.parameterCount() + ": "
                        + each.sql());
            }
        } else {
            print((ShardPlan) plan, expected, lines);
            printPlaces((ShardPlan) plan, expected, lines);
        }
        return lines;
    }

    /** The tree of each execution, by the printer of EXPLAIN SHARDING, and what its text says of where it goes. */
    private void print(ShardPlan plan, List<String> expected, List<String> lines) {
        Set<String> given = given(expected);
        if (given.isEmpty()) {
            draw(plan, values(plan), lines);
        }
        for (String values : given) {
            lines.add(WITH + values);
            draw(plan, parameters(plan, values), lines);
        }
        CompiledPlan compiled = (CompiledPlan) plan;
        RouteShape shape = compiled.shape();
        if (shape == null) {
            return;
        }
        lines.add(("route   " + shape.kind() + " " + shape.describe()).stripTrailing() + " (" + units(shape) + ")");
        if (plan.generatedKeys() != null) {
            lines.add("keys    " + plan.generatedKeys().generation().column() + " x "
                    + plan.generatedKeys().count());
        }
        if (!shape.ofOneUnit() && compiled.several() instanceof Decision.Refused<Scatter> refused) {
            String why = refused.reason().getMessage();
            String found = PlanCase.refusal(PlanCase.tree(lines).get(0));
            if (found != null && !found.startsWith(why)) {
                lines.add("several " + why);
            }
            lines.add("one     " + compiled.one().template().describe());
        }
    }

    /** The values that executions are drawn with; none where those that are made will do. */
    private static Set<String> given(List<String> expected) {
        Set<String> given = new LinkedHashSet<>();
        for (String line : expected) {
            if (line.startsWith(WITH)) {
                given.add(line.substring(WITH.length()));
            }
        }
        return given;
    }

    private static void draw(ShardPlan plan, Object[] parameters, List<String> lines) {
        try {
            Explanation drawn = new Explainer(plan, 1).explain(parameters, HintValues.NONE);
            lines.addAll(List.of(drawn.toString().split("\n")));
        } catch (ShardingException wrong) {
            lines.add("error   " + wrong.getMessage());
        }
    }

    /** A number for each placeholder, in their order, and keys. */
    private static Object[] values(ShardPlan plan) {
        List<String> values = new ArrayList<>();
        for (int i = 1; i <= plan.parameterCount(); i++) {
            values.add(String.valueOf(i));
        }
        return parameters(plan, String.join(",", values));
    }

    private String units(RouteShape shape) {
        if (shape.units().size() == 1) {
            return node(shape.units().get(0));
        }
        return shape.units().size() + " units";
    }

    private void printPlaces(ShardPlan plan, List<String> expected, List<String> lines) {
        for (String line : expected) {
            int arrow = line.indexOf(" -> ");
            if (line.startsWith("bind ") && arrow > 0) {
                String head = line.substring(0, arrow);
                lines.add(head + " -> " + places(plan, parameters(plan, head.substring(head.indexOf('=') + 1))));
            }
        }
    }

    private String places(ShardPlan plan, Object[] parameters) {
        try {
            return String.join(", ", nodes((CompiledPlan) plan, plan.route(parameters, HintValues.NONE)));
        } catch (ShardingException refusal) {
            Decision<SteppedExecution> steps = plan.steps(parameters, HintValues.NONE, refusal);
            return steps instanceof Decision.Refused<SteppedExecution> refused
                    ? "error " + refused.reason().getMessage()
                    : "steps";
        }
    }

    /** Finds each unit of an execution by its SQL. */
    private List<String> nodes(CompiledPlan plan, ChosenUnits execution) {
        Map<String, RouteUnit> bySql = new HashMap<>();
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < execution.size(); i++) {
            for (RouteUnit unit : plan.shape().units()) {
                boolean same = unit.dataSource() == execution.dataSource(i);
                for (String table : unit.actualTables()) {
                    same &= execution.sql(i).contains(table);
                }
                if (same) {
                    bySql.put(execution.dataSource(i) + execution.sql(i), unit);
                }
            }
            RouteUnit found = bySql.get(execution.dataSource(i) + execution.sql(i));
            nodes.add(found == null ? rules.dataSourceNames().get(execution.dataSource(i)) : node(found));
        }
        return nodes;
    }

    private String node(RouteUnit unit) {
        for (String table : unit.actualTables()) {
            String logic = table.contains("_") ? table.substring(0, table.lastIndexOf('_')) : table;
            if (rules.table(logic) instanceof PartitionedTable) {
                return unit.dataSourceName() + "." + table;
            }
        }
        return unit.dataSourceName();
    }

    private static Object[] parameters(ShardPlan plan, String given) {
        List<Object> values = new ArrayList<>();
        for (String value : given.isEmpty() ? new String[0] : given.split(",")) {
            values.add(value(value.strip()));
        }
        GeneratedKeys keys = plan.generatedKeys();
        for (int i = 0; keys != null && i < keys.count(); i++) {
            values.add((long) (100 + i));
        }
        return values.toArray();
    }

    private static Object value(String text) {
        if (text.equals("null")) {
            return null;
        }
        if (text.startsWith("'")) {
            return text.substring(1, text.length() - 1);
        }
        if (text.endsWith("e0")) {
            return Double.valueOf(text);
        }
        return text.contains(".") ? (Object) new BigDecimal(text) : (Object) Long.valueOf(text);
    }
}
