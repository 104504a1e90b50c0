package org.shardingjdbc.plan.internal;

import java.util.List;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.compiled.RefusedPlan;
import org.shardingjdbc.plan.internal.compiled.SeveralPlans;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.merge.PassedOrder;
import org.shardingjdbc.plan.internal.merge.QueryScatter;
import org.shardingjdbc.plan.internal.merge.WriteScatter;
import org.shardingjdbc.plan.internal.naming.ActualNames;
import org.shardingjdbc.plan.internal.naming.IndexOwner;
import org.shardingjdbc.plan.internal.naming.Labels;
import org.shardingjdbc.plan.internal.naming.LogicDatabaseEdits;
import org.shardingjdbc.plan.internal.naming.ObjectNames;
import org.shardingjdbc.plan.internal.naming.ViewDefinition;
import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.proof.WriteRules;
import org.shardingjdbc.plan.internal.step.PlanText;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.step.StatementPlanner;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.unit.GeneratedKeys;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.ScatterPlan;
import org.shardingjdbc.plan.internal.write.InsertEdits;
import org.shardingjdbc.rewrite.internal.NameQuoting;
import org.shardingjdbc.rewrite.internal.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/** Plans statements that go to shards: bind, route, rewrite, merge. Immutable, safe for all threads. */
final class ShardPlanner {
    private final StatementPlanner planner;
    private final SeveralPlans again;
    private final PlanTools tools;
    private final Rules rules;
    private final Catalog catalog;
    private final Dialect dialect;
    private final NameQuoting names;
    private final FactsFinder finder;
    private final StatementChecks checks;
    private final IndexOwner indexOwner;
    private final LogicDatabaseEdits logicDatabase;
    private final Views views;

    /** @param planner plans what statements are made of: the queries of views, and steps */
    ShardPlanner(StatementPlanner planner, SeveralPlans again, PlanTools tools, LogicDatabaseEdits logicDatabase) {
        this.planner = planner;
        this.again = again;
        this.tools = tools;
        this.rules = tools.rules();
        this.catalog = tools.catalog();
        this.dialect = tools.dialect();
        this.names = tools.names();
        this.finder = new FactsFinder(tools);
        this.checks = new StatementChecks(tools);
        this.indexOwner = new IndexOwner(rules, catalog, names);
        this.logicDatabase = logicDatabase;
        this.views = new Views(rules, catalog, tools.parser(), tools.binder());
    }

    /** The plan of a statement; one that no rule proves raises its refusal when it is executed. */
    ShardPlan plan(ParsedSql written, PlanRequest request) {
        Views.Expanded expanded = new Views.Expanded(written, List.of());
        ParsedSql parsed = written;
        try {
            logicDatabase.refuseUnreached(written);
            checks.check(written);
            expanded = views.expand(written);
            parsed = expanded.parsed();
            String completed = dialect.mySqlFamily() ? null : indexOwner.complete(parsed);
            if (completed != null) {
                ParsedSql whole = tools.parser().parseInstead(parsed, completed);
                return plan(whole, List.of(), IndexOwner.additions(whole), request.whole());
            }
            return plan(parsed, expanded.views(), List.of(), request);
        } catch (ShardingException refusal) {
            boolean ambiguous = refusal.code() == ErrorCode.SINGLE_TABLE_AMBIGUOUS;
            if (refusal.code().category() != ErrorCategory.UNSUPPORTED && !ambiguous) {
                throw refusal;
            }
            BoundStatement bound = tools.bound(parsed);
            PlanFacts facts = finder.facts(parsed, bound, null, false, ColumnUses.NONE)
                    .reachableByHint(ambiguous && finder.isPlaceless(parsed))
                    .madeOf(expanded.views());
            boolean lasting = refusal.code() == ErrorCode.VIEW_WRITTEN || !ColumnUses.allowSteps(bound, rules);
            return new RefusedPlan(facts, refusal, lasting ? null : steps(parsed), again);
        }
    }

    private Steps steps(ParsedSql parsed) {
        return new StepsPlanner(planner, tools, tools.parser().prepared(parsed));
    }

    /**
     * The plan of all texts of a shape.
     *
     * @return null when each text is to be planned by itself
     * @throws ShardingException when it is refused, or the text is wrong
     */
    CompiledPlan planShape(ParsedSql parsed, PlanRequest request) {
        checks.refuseOfSession(parsed);
        if (views.expand(parsed).parsed() != parsed) {
            return null;
        }
        CompiledPlan plan = planUnchecked(parsed, request);
        // Each ? of its SQL is to be a literal of the text.
        return plan.transformsValues() || tools.actualTables().havePlaceholder(plan.logicTables()) ? null : plan;
    }

    /** The plan of a statement that needs no checks by its tree alone, and has no views. */
    CompiledPlan planUnchecked(ParsedSql parsed, PlanRequest request) {
        return plan(parsed, List.of(), List.of(), request);
    }

    /** @param additions parts that the actual SQL leaves out */
    private CompiledPlan plan(ParsedSql parsed, List<LogicView> used, List<Span> additions, PlanRequest request) {
        BoundStatement bound = tools.binder().bind(parsed);
        if (request.part() == NestedPart.WHOLE) {
            checks.refuseByRules(bound);
        }
        if (parsed.statement() instanceof DdlStatement ddl) {
            Definitions.refuseRename(ddl, bound);
            Definitions.refuseViewOfTable(ddl, bound, rules);
        }
        ColumnUses columns = ColumnUses.of(bound, rules);
        boolean structure = request.part() == NestedPart.FIRST_ROWS && parsed.statement() instanceof DdlStatement;
        RouteShape shape =
                structure ? tools.router().structure(bound) : tools.router().shape(bound);
        SqlEdits naming = new ActualNames(rules, catalog, dialect, names).edits(bound, additions);
        columns.edit(naming);
        Compilation compilation = new Compilation(
                bound,
                shape,
                dialect,
                catalog,
                names,
                FactsFinder.tableNames(bound),
                naming,
                request.part(),
                tools.options().union());
        return compile(compilation, columns, used, request);
    }

    private CompiledPlan compile(
            Compilation compilation, ColumnUses columns, List<LogicView> used, PlanRequest request) {
        ParsedSql parsed = compilation.bound().parsed();
        Statement statement = parsed.statement();
        SqlEdits oneUnit = compilation.naming().copy();
        boolean replicated = false;
        WriteRules writes = new WriteRules(
                compilation.bound(),
                compilation.positions(),
                new ObjectNames(catalog, names),
                dialect,
                rules.dataSourceNames().size());
        BoundTable broadcast = writes.writtenBroadcast(statement);
        if (broadcast != null) {
            writes.checkBroadcast(statement, broadcast);
            replicated = true;
        }
        if (statement instanceof DdlStatement ddl) {
            define(compilation, ddl, oneUnit);
            replicated = writes.definesCopies(ddl);
        }
        GeneratedKeys keys = new InsertEdits(compilation, writes, oneUnit).apply(statement);
        BoundStatement bound = compilation.bound();
        PlanFacts facts = finder.facts(parsed, bound, keys, replicated, columns)
                .reachableByHint(finder.isPlaceless(parsed))
                .madeOf(used);
        SqlEdits base = oneUnit.copy();
        labelChangedItems(compilation, oneUnit);
        RouteShape shape = compilation.shape();
        // what the tree is kept for, a statement that chooses one unit hardly ever needs
        boolean one = shape.ofOneUnit() && !request.several();
        Several several = one ? null : several(compilation, base, facts.tableNames(), request);
        Steps steps = one ? null : columns.allowSteps() ? steps(parsed) : Steps.REFUSED_FOR_COLUMNS;
        return new CompiledPlan(request.text(), again, facts, shape, oneUnit.template(), several, steps);
    }

    /** @return null when it has to be asked anew, as a database that it depends on could not be asked */
    private Several several(Compilation compilation, SqlEdits base, List<String> tableNames, PlanRequest request) {
        try {
            ScatterPlan plan = scatter(compilation, base);
            return Several.Proved.of(plan, tableNames, compilation.shape().units());
        } catch (ShardingException refusal) {
            Several.Refused refused = new Several.Refused(refusal);
            if (request.several() && refusal.code().category() != ErrorCategory.UNSUPPORTED) {
                throw refusal;
            }
            return request.several() || refused.isLasting() ? refused : null;
        }
    }

    private void define(Compilation compilation, DdlStatement ddl, SqlEdits edits) {
        new Definitions(compilation, ddl).edit(edits);
        if (views.areDefinedBy(ddl, compilation.bound())) {
            ViewDefinition view = new ViewDefinition(compilation.bound(), ddl, dialect, names);
            planner.plan(view.query());
            view.edit(edits);
        }
    }

    private void labelChangedItems(Compilation compilation, SqlEdits edits) {
        if (dialect.mySqlFamily()) {
            new Labels(compilation.bound()).edit(edits);
        }
    }

    private ScatterPlan scatter(Compilation compilation, SqlEdits base) {
        SqlEdits edits = base.copy();
        labelChangedItems(compilation, edits);
        compilation.splitLists(edits);
        Statement statement = compilation.bound().parsed().statement();
        if (compilation.writesCopies() || statement instanceof ExplainStatement) {
            return new ScatterPlan(edits.template(), MergePlan.CONCATENATE, null, true);
        }
        if (statement instanceof QueryStatement query) {
            String ordered = compilation.eachNode()
                    ? null
                    : new PassedOrder(compilation.bound(), names, dialect, compilation.positions()).written();
            return ordered == null
                    ? new QueryScatter(compilation, edits).plan(query.query())
                    : ordered(compilation.bound().parsed(), ordered);
        }
        if (statement instanceof DdlStatement ddl) {
            return new Definitions(compilation, ddl).scatter(edits);
        }
        if (statement instanceof UnparsedStatement) {
            return new ScatterPlan(edits.template(), null, null, true);
        }
        return new WriteScatter(compilation, edits).plan(statement, StatementFacts.returnsRows(statement, dialect));
    }

    /** The plan of a statement whose order is written out. */
    private ScatterPlan ordered(ParsedSql parsed, String sql) {
        ParsedSql whole = tools.parser().parseInstead(parsed, sql).withLiterals(parsed.literals());
        PlanRequest request = new PlanRequest(PlanText.prepared(sql), true);
        return planUnchecked(whole, request).several().proved().plan();
    }
}
