package org.shardingjdbc.plan.internal;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.token.TextPart;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.merge.MergeText;
import org.shardingjdbc.plan.internal.nested.Subquery;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.Pull.Leaf;
import org.shardingjdbc.plan.internal.operator.Route;
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
import org.shardingjdbc.route.internal.shape.RouteKind;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.route.internal.shape.RouteUnit;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** Prints a plan as the lines of a plan file. */
final class PlanPrinter {
    private final Planner planner;
    private final Rules rules;

    PlanPrinter(Planner planner, Rules rules) {
        this.planner = planner;
        this.rules = rules;
    }

    /** The plan's lines; for each {@code bind} or {@code send} line of the expected ones, what that execution does. */
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
            print((ShardPlan) plan, lines);
            printExecutions((ShardPlan) plan, expected, lines);
        }
        return lines;
    }

    private void print(ShardPlan plan, List<String> lines) {
        CompiledPlan compiled = (CompiledPlan) plan;
        if (compiled.shape() == null) {
            try {
                plan.route(new Object[0], HintValues.NONE);
            } catch (ShardingException refusal) {
                printSteps(plan, new Object[plan.parameterCount()], refusal, lines);
            }
            return;
        }
        RouteShape shape = compiled.shape();
        lines.add(("route   " + shape.kind() + " " + shape.describe()).stripTrailing() + " (" + units(shape) + ")");
        if (!compiled.facts().declared().isEmpty()) {
            lines.add("declared " + String.join("; ", compiled.facts().declared()));
        }
        if (plan.generatedKeys() != null) {
            lines.add("keys    " + plan.generatedKeys().generation().column() + " x "
                    + plan.generatedKeys().count());
        }
        boolean one = shape.units().size() == 1
                || shape.kind() == RouteKind.EQUAL
                || shape.kind() == RouteKind.NONE
                || shape.kind() == RouteKind.SINGLE_NODE;
        String single = compiled.one().template().describe();
        if (one) {
            lines.add("rewrite " + single);
            return;
        }
        try {
            Scatter scatter = compiled.several().proved();
            Route route = scatter.route();
            String several = route.template().describe();
            if (!several.equals(single) && shape.kind() != RouteKind.SCATTER && shape.kind() != RouteKind.BROADCAST) {
                lines.add("one     " + single);
            }
            lines.add("rewrite " + several);
            if (scatter.merge() != null) {
                lines.add("merge   " + MergeText.of(scatter.merge()) + (route.pushedDown() ? " (pushed down)" : ""));
            }
            route.evidence().forEach(evidence -> lines.add("proved  " + evidence));
        } catch (ShardingException refusal) {
            lines.add("one     " + single);
            printSteps(plan, new Object[plan.parameterCount()], refusal, lines);
        }
    }

    /** The steps that answer what is refused otherwise, or the refusal. */
    private void printSteps(ShardPlan plan, Object[] parameters, ShardingException refusal, List<String> lines) {
        Decision<SteppedExecution> decision = plan.steps(parameters, HintValues.NONE, refusal);
        if (decision instanceof Decision.Refused<SteppedExecution> refused) {
            lines.add("error   " + refused.reason().getMessage());
            return;
        }
        SteppedExecution steps = decision.proved();
        if (steps instanceof BindSubqueries first) {
            for (Subquery subquery : first.subqueries()) {
                lines.add(
                        "first   " + subquery.kind() + " " + subquery.place() + ": " + StepsText.text(subquery.rows()));
            }
            lines.add("rest    " + StepsText.text(first.sample()));
        } else if (steps instanceof Pull pulled) {
            if (pulled.locks() != null && pulled.locks().find() != null) {
                lines.add("find    " + StepsText.text(pulled.locks().find()));
                pulled.locks()
                        .tables()
                        .forEach(table ->
                                lines.add("lock    " + table.lock(1).fill().text()));
            }
            for (Leaf leaf : pulled.leaves()) {
                boolean apart = leaf.columnsDataSource() != pulled.dataSource();
                String types = apart ? " (types of " + dataSourceName(leaf.columnsDataSource()) + ")" : "";
                lines.add("pull    " + String.join(", ", leaf.tables()) + types + ": " + StepsText.text(leaf.rows()));
            }
            lines.add("combine " + dataSourceName(pulled.dataSource()) + ": " + StepsText.text(pulled.combining()));
        } else if (steps != null) {
            lines.addAll(StepsText.of(steps));
        } else {
            lines.add("error   " + refusal.getMessage());
        }
    }

    private String dataSourceName(int dataSource) {
        return rules.dataSourceNames().get(dataSource);
    }

    private static boolean isStep(String line) {
        return line.startsWith("combine ")
                || line.startsWith("rest ")
                || line.startsWith("insert ")
                || line.startsWith("write ");
    }

    private String units(RouteShape shape) {
        if (shape.units().size() == 1) {
            return node(shape.units().get(0));
        }
        return shape.units().size() + " units";
    }

    private void printExecutions(ShardPlan plan, List<String> expected, List<String> lines) {
        for (String line : expected) {
            int arrow = line.indexOf(" -> ");
            boolean bind = line.startsWith("bind ");
            if (arrow > 0 && (bind || line.startsWith("send "))) {
                String head = line.substring(0, arrow);
                String given = head.substring(head.indexOf('=') + 1);
                if (lines.stream().noneMatch(done -> done.startsWith(head + " -> "))) {
                    execute(plan, parameters(plan, given), head, bind, lines);
                }
            }
        }
    }

    private void execute(ShardPlan plan, Object[] parameters, String head, boolean bind, List<String> lines) {
        try {
            ChosenUnits execution = plan.route(parameters, HintValues.NONE);
            if (bind) {
                lines.add(head + " -> " + String.join(", ", nodes((CompiledPlan) plan, execution)));
            } else {
                for (int unit = 0; unit < execution.size(); unit++) {
                    String dataSource = rules.dataSourceNames().get(execution.dataSource(unit));
                    lines.add(head + " -> " + dataSource + " " + execution.sql(unit) + sources(execution, unit));
                }
            }
        } catch (ShardingException refusal) {
            Decision<SteppedExecution> decision = plan.steps(parameters, HintValues.NONE, refusal);
            if (decision instanceof Decision.Refused<SteppedExecution> refused) {
                lines.add(head + " -> error " + refused.reason().getMessage());
                return;
            }
            lines.add(head + " -> steps");
            if (lines.stream().noneMatch(PlanPrinter::isStep)) {
                printSteps(plan, parameters, refusal, lines);
            }
        }
    }

    private static String sources(ChosenUnits execution, int unit) {
        if (execution.parameterCount(unit) == 0) {
            return "";
        }
        List<String> sources = new ArrayList<>();
        for (int i = 0; i < execution.parameterCount(unit); i++) {
            int source = execution.parameterSource(unit, i);
            sources.add(source < 0 ? "=" + execution.computedParameter(unit, i) : "?" + (source + 1));
        }
        return " [" + String.join(", ", sources) + "]";
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
        return text.contains(".") ? (Object) new BigDecimal(text) : (Object) Long.valueOf(text);
    }
}
