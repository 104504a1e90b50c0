package org.shardingjdbc.plan.internal.routing;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.column.ColumnValueConditions;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.fact.LastKeyUse;
import org.shardingjdbc.plan.internal.fact.MostRows;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.fact.RuleParts;
import org.shardingjdbc.plan.internal.fact.RuleParts.VariableUse;
import org.shardingjdbc.plan.internal.fact.UserVariables;
import org.shardingjdbc.plan.internal.naming.UniqueKeyWarnings;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.proof.RowBounds;
import org.shardingjdbc.plan.internal.pull.WholeTables;
import org.shardingjdbc.plan.internal.setting.CommentHints;
import org.shardingjdbc.plan.internal.syntax.LastStatement;
import org.shardingjdbc.plan.internal.syntax.PlainReads;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.execution.StatementKind;
import org.shardingjdbc.rule.hint.CommentHint;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.PlannedChecks;
import org.shardingjdbc.rule.internal.PlannedInterceptors;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.internal.RoutedChecks;
import org.shardingjdbc.rule.internal.Sides;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/**
 * Finds what is known of a statement whichever units it goes to. Immutable.
 *
 * @param ofPlainRead what rules have to do with a plain read that concerns none of them
 * @param ofNone what they have to do with any other such statement
 */
public record FactsFinder(PlanTools tools, RuleParts ofPlainRead, RuleParts ofNone) {
    public FactsFinder(PlanTools tools) {
        this(
                tools,
                RuleParts.none(tools.rules().noSides(), true),
                RuleParts.none(tools.rules().noSides(), false));
    }

    /** Of a statement that has a plan. */
    public PlanFacts facts(PlanInput statement, @Nullable GeneratedKeys keys, boolean replicated) {
        ParsedSql parsed = statement.parsed();
        BoundStatement bound = statement.compilation().bound();
        List<String> warnings = UniqueKeyWarnings.of(parsed.statement(), bound);
        RuleParts ofRules = ofRules(
                parsed, bound, statement.compilation().statementClass(), statement.planned(), statement.columns());
        return facts(
                parsed,
                bound,
                statement.compilation().statementClass(),
                keys,
                replicated,
                isPlaceless(parsed),
                statement.views(),
                warnings,
                ofRules);
    }

    /**
     * Of a statement that is refused.
     *
     * @param bound null where its names are refused
     * @param reachable whether a hint may tell where its tables are, should no rule
     */
    public PlanFacts ofRefused(Views.ExpandedStatement statement, @Nullable BoundStatement bound, boolean reachable) {
        ParsedSql parsed = statement.parsed();
        ColumnUses columns = ColumnUses.refused(bound, tools.rules());
        boolean placeless = reachable && isPlaceless(parsed);
        // a hint may send it as it is written: then nothing is known of what it does
        StatementClass kind = StatementFacts.classOf(parsed);
        PlannedStatement planned = bound == null ? null : StatementChecks.planned(bound, kind);
        RuleParts ofRules = ofRules(parsed, bound, kind, planned, columns);
        return facts(parsed, bound, kind, null, false, placeless, statement.views(), List.of(), ofRules);
    }

    private PlanFacts facts(
            ParsedSql parsed,
            @Nullable BoundStatement bound,
            StatementClass kind,
            @Nullable GeneratedKeys keys,
            boolean replicated,
            boolean placeless,
            List<LogicView> views,
            List<String> warnings,
            RuleParts ofRules) {
        List<BoundTable> tables = bound == null ? List.of() : bound.tables();
        List<String> logicTables = new ArrayList<>();
        List<String> tableNames = new ArrayList<>();
        for (BoundTable table : tables) {
            tableNames.add(table.table().name());
            if (!logicTables.contains(table.table().name())) {
                logicTables.add(table.table().name());
            }
        }
        return new PlanFacts(
                parsed.sql(),
                PlanFacts.sources(parsed),
                kind,
                StatementFacts.returnsRows(parsed, tools.dialect()),
                StatementFacts.heldRows(parsed, tools.dialect()),
                mostRows(parsed, bound),
                keys,
                logicTables,
                tableNames,
                replicated,
                tools.rules().dataSourceNames(),
                bound == null ? List.of() : bound.declared(),
                placeless,
                hints(parsed, bound),
                views,
                bound == null ? List.of() : WholeTables.of(bound, tools.actualTables()),
                warnings,
                ofRules);
    }

    private MostRows mostRows(ParsedSql parsed, @Nullable BoundStatement bound) {
        return bound == null ? MostRows.UNKNOWN : new RowBounds(bound, tools.catalog()).mostRows(parsed.statement());
    }

    private CommentHint hints(ParsedSql parsed, @Nullable BoundStatement bound) {
        CommentHint hints = bound == null
                ? CommentHint.parse(parsed.hints())
                : CommentHints.of(parsed, bound.tables(), tools.rules());
        HintValues values = hints.over(HintValues.NONE);
        if (values.dataSourceName() != null && (values.skipRewrite() || isPlaceless(parsed))) {
            tools.rules().checkAsWritten();
        }
        return hints;
    }

    /** Whether no rule tells where any of the tables is that a statement may name. */
    private boolean isPlaceless(ParsedSql parsed) {
        for (QualifiedName name : parsed.analysis().all(QualifiedName.class)) {
            if (tools.rules().table(name.last().text()) != null) {
                return false;
            }
        }
        return true;
    }

    static List<String> tableNames(BoundStatement bound) {
        List<String> tableNames = new ArrayList<>();
        bound.tables().forEach(table -> tableNames.add(table.table().name()));
        return tableNames;
    }

    /**
     * What rules have to do with it.
     *
     * @param planned null where its names are refused
     */
    private RuleParts ofRules(
            ParsedSql parsed,
            @Nullable BoundStatement bound,
            StatementClass kind,
            @Nullable PlannedStatement planned,
            ColumnUses columns) {
        PlanningRules rules = tools.rules();
        VariableUse variables = UserVariables.of(parsed, tools.dialect());
        LastKeyUse lastKey = LastKeyUse.of(parsed, bound, tools.catalog(), tools.dialect());
        PlannedChecks checks = planned == null ? null : rules.executionChecks(planned);
        RoutedChecks routed = planned == null ? null : rules.routeChecks(planned);
        PlannedInterceptors interceptors = planned == null ? null : rules.interceptors(planned);
        boolean plainRead = bound != null
                && !bound.tables().isEmpty()
                && PlainReads.isPlain(parsed, kind, rules.harmlessFunctions());
        Sides sides = sides(parsed, bound, kind.kind(), rules);
        boolean ofLast = asksOfLast(parsed, lastKey);
        if (columns == ColumnUses.NONE
                && checks == null
                && routed == null
                && interceptors == null
                && !sides.areThere()
                && !ofLast
                && variables == null
                && lastKey == null) {
            return plainRead ? ofPlainRead : ofNone;
        }
        List<String> words = new ArrayList<>(columns.words());
        if (checks != null) {
            checks.checks().forEach(check -> words.add(check.rule() + " checks each execution"));
        }
        if (routed != null) {
            routed.checks().forEach(check -> words.add(check.rule() + " checks the data nodes of each execution"));
        }
        if (interceptors != null) {
            interceptors.interceptors().forEach(each -> words.add(each.rule() + " stands around each execution"));
        }
        return new RuleParts(
                columns.values(),
                checks,
                routed,
                interceptors,
                sides,
                ofLast,
                variables,
                lastKey,
                plainRead,
                columns.concealed(),
                words);
    }

    private static Sides sides(
            ParsedSql parsed, @Nullable BoundStatement bound, StatementKind kind, PlanningRules rules) {
        ColumnValueConditions said = new ColumnValueConditions(parsed, bound, rules);
        return rules.sides(new StatementChecks.PlannedTree(parsed, kind, said.tables()), said);
    }

    /** @param lastKey not null where what is asked of keys is known without */
    private static boolean asksOfLast(ParsedSql parsed, @Nullable LastKeyUse lastKey) {
        return LastStatement.mayBeAsked(parsed.analysis())
                && parsed.analysis()
                        .any(node -> LastStatement.isAsked(node)
                                && !(lastKey != null
                                        && (LastStatement.isLastKey(node)
                                                || node instanceof FunctionCall call
                                                        && LastStatement.setsLastKey(call))));
    }
}
