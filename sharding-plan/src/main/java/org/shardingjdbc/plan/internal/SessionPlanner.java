package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement.ExplainKind;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetScope;
import org.shardingjdbc.parser.internal.ast.SetStatement.UseStatement;
import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TransactionStatement;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ExplainPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan.OneSetting;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SettingPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ShowPlan;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.routing.PlanRequest;
import org.shardingjdbc.plan.internal.setting.CommentHints;
import org.shardingjdbc.plan.internal.setting.SettingQueries;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * Plans statements that the session answers at least in part: transactions, SET, USE, SHOW, queries that set something,
 * and EXPLAIN SHARDING. Immutable.
 *
 * @param planner plans the explained statement
 * @param shards plans the queries that set something
 */
record SessionPlanner(PlanTools tools, Planner planner, ShardPlanner shards) {
    /**
     * The plan of a statement, also of one for shards alone; refused where the text is wrong.
     *
     * @throws ShardingException when a comment asks for what the session cannot do, or the explained statement is wrong
     */
    Decision<StatementPlan> plan(ParsedSql parsed, PlanRequest request) {
        SetStatement setting = SettingQueries.of(parsed);
        if (setting != null) {
            return shards.planSetting(parsed, request).then(query -> new SettingPlan(session(parsed, setting), query));
        }
        if (parsed.statement() instanceof ExplainStatement explain && explain.kind() != ExplainKind.DATABASE) {
            return planner.decideExplained(explain, parsed, request).then(plan -> explained(parsed, explain, plan));
        }
        StatementPlan plan = ofSession(parsed);
        return plan == null ? shards.plan(parsed, request).then(of -> of) : new Decision.Proved<>(plan);
    }

    /** The plan of a statement that the session answers; null when it is for shards alone. */
    private @Nullable StatementPlan ofSession(ParsedSql parsed) {
        Statement statement = parsed.statement();
        if (statement instanceof TransactionStatement
                || statement instanceof SetStatement
                || statement instanceof UseStatement) {
            CommentHints.refuse(parsed, "a statement about the session");
            return session(parsed, statement);
        }
        if (statement instanceof ShowStatement show) {
            CommentHints.refuse(parsed, "SHOW");
            return new ShowPlan(parsed.sql(), show, shownTable(show));
        }
        return null;
    }

    private ExplainPlan explained(ParsedSql parsed, ExplainStatement explain, StatementPlan plan) {
        String explained = explain.statement().span().of(parsed.sql());
        String whole = CommentHints.before(parsed, tools.parser().hints(explained)) + explained;
        ExplainPlan.Answer tree = explain.analyze() ? ExplainPlan.Answer.MEASURED_TREE : ExplainPlan.Answer.TREE;
        return new ExplainPlan(plan, whole, explain.kind() == ExplainKind.PREVIEW ? ExplainPlan.Answer.UNITS : tree);
    }

    private SessionPlan session(ParsedSql parsed, Statement said) {
        int parameters = PlanFacts.parameterCount(parsed);
        boolean computes = parameters == 0
                && said instanceof SetStatement set
                && (set.scope() == SetScope.SESSION || set.scope() == SetScope.USER);
        return new SessionPlan(
                parsed.sql(), said, parameters, computes ? apart(parsed, (SetStatement) said) : List.of());
    }

    /** The settings of a statement one by one, where some values are no constants; else none. */
    private List<OneSetting> apart(ParsedSql parsed, SetStatement set) {
        List<OneSetting> apart = new ArrayList<>();
        boolean constant = true;
        for (SetAssignment assignment : set.assignments()) {
            boolean differs = assignment.expressions().size() == 1
                    && Tree.any(assignment.expressions().get(0), SessionPlanner::mayDiffer);
            constant &= !differs;
            apart.add(
                    differs
                            ? one(
                                    assignment.of(new Parameter(Span.NONE, 0)),
                                    value(assignment.expressions().get(0), parsed))
                            : one(assignment, null));
        }
        return constant ? List.of() : apart;
    }

    private OneSetting one(SetAssignment assignment, @Nullable NestedStatement value) {
        SetScope scope = assignment.name().startsWith("@") ? SetScope.USER : SetScope.SESSION;
        SetStatement set = new SetStatement(Span.NONE, scope, List.of(assignment), false);
        return new OneSetting(set, new SqlPrinter(tools.dialect()).print(set), value);
    }

    /** The query that computes a value. */
    private NestedStatement value(Expression value, ParsedSql parsed) {
        QueryStatement query =
                MadeNodes.statement(MadeNodes.select(List.of(MadeNodes.item(value)), List.of(), null), null, List.of());
        return StepTemplate.of(query, parsed, NestedPart.WHOLE, tools.parser()).fill();
    }

    private static boolean mayDiffer(Node node) {
        return node instanceof SessionVariable || node instanceof FunctionCall || node instanceof Query;
    }

    private @Nullable LogicTable shownTable(ShowStatement show) {
        return show.table() == null
                ? null
                : tools.rules().table(show.table().name().last().text());
    }
}
