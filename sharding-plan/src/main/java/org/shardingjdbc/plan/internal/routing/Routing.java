package org.shardingjdbc.plan.internal.routing;

import java.util.List;
import java.util.Optional;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.column.UnnamedColumns;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.naming.ActualNames;
import org.shardingjdbc.plan.internal.naming.IndexOwner;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/**
 * Checks a statement, writes its views out, binds it and finds its route, which is all that its SQL is made from. An
 * index that is named alone gets its table first. Immutable.
 */
public record Routing(PlanTools tools, StatementChecks checks, Views views) {
    public static Routing of(PlanTools tools) {
        return new Routing(
                tools,
                new StatementChecks(tools),
                new Views(tools.rules(), tools.catalog(), tools.parser(), tools.binder()));
    }

    /** A statement with the queries of its views written out; refused where no plan could answer it. */
    public Decision<Views.ExpandedStatement> checked(ParsedSql written) {
        ShardingException refusal = checks.refusal(written);
        return refusal == null ? views.expand(written) : new Decision.Refused<>(refusal);
    }

    /**
     * A statement of which the texts of a shape are made; most of what is checked could not be of a shape.
     *
     * @return empty where it has views; refused where no plan could answer it, or it is wrong
     */
    public Decision<Optional<PlanInput>> ofShape(ParsedSql parsed, PlanRequest request) {
        ShardingException refusal = checks.refusalOfSession(parsed);
        if (refusal != null) {
            return new Decision.Refused<>(refusal);
        }
        return views.expand(parsed)
                .decide(expanded -> expanded.parsed() == parsed
                        ? route(Views.ExpandedStatement.of(parsed), request).then(Optional::of)
                        : new Decision.Proved<>(Optional.empty()));
    }

    /**
     * A statement that is bound and routed; refused where no plan could answer it, its names mean nothing, its rows
     * have no place, or a rule's own check refuses it.
     */
    public Decision<PlanInput> route(Views.ExpandedStatement statement, PlanRequest request) {
        ParsedSql parsed = statement.parsed();
        boolean mayNameIndex = parsed.statement() instanceof DdlStatement
                && !tools.dialect().naming().indexesAreOfTables();
        ParsedSql whole = mayNameIndex ? indexOwner().complete(parsed, tools.parser()) : parsed;
        if (whole == parsed) {
            return route(parsed, List.of(), statement.views(), request);
        }
        return route(whole, IndexOwner.additions(whole), List.of(), request.whole());
    }

    private IndexOwner indexOwner() {
        return new IndexOwner(tools.rules(), tools.catalog(), tools.names());
    }

    /** @param additions parts that the actual SQL leaves out */
    private Decision<PlanInput> route(
            ParsedSql parsed, List<Span> additions, List<LogicView> views, PlanRequest request) {
        return Decision.ofLower(() -> tools.binder().bind(parsed))
                .decide(bound -> route(bound, additions, views, request));
    }

    private Decision<PlanInput> route(
            BoundStatement bound, List<Span> additions, List<LogicView> views, PlanRequest request) {
        ParsedSql parsed = bound.parsed();
        ParsedSql named =
                new UnnamedColumns(tools.rules(), tools.dialect(), tools.names()).complete(bound, tools.parser());
        if (named != parsed) {
            return route(named, additions, views, request);
        }
        StatementClass statementClass = StatementFacts.classOf(parsed);
        PlannedStatement planned = StatementChecks.planned(bound, statementClass);
        ShardingException refusal = request.part() == NestedPart.WHOLE ? checks.refusalByRules(planned) : null;
        if (refusal == null && parsed.statement() instanceof DdlStatement ddl) {
            refusal = Definitions.refusalOfNames(ddl, bound, tools.rules(), tools.catalog());
        }
        return refusal == null
                ? ColumnUses.decide(bound, tools.rules(), tools.catalog(), tools.dialect())
                        .decide(columns -> compilation(bound, statementClass, columns, additions, request)
                                .then(made -> new PlanInput(made, columns, views, planned, request)))
                : new Decision.Refused<>(refusal);
    }

    private Decision<Compilation> compilation(
            BoundStatement bound,
            StatementClass statementClass,
            ColumnUses columns,
            List<Span> additions,
            PlanRequest request) {
        return shape(bound, request.part())
                .decide(shape -> new ActualNames(tools.rules(), tools.catalog(), tools.dialect(), tools.names())
                        .edits(bound, additions)
                        .then(naming -> {
                            columns.edit(naming, tools.names());
                            return new Compilation(
                                    bound,
                                    statementClass,
                                    shape,
                                    tools.dialect(),
                                    tools.catalog(),
                                    tools.names(),
                                    FactsFinder.tableNames(bound),
                                    naming,
                                    columns.addedParameters(),
                                    request.part(),
                                    tools.options().union());
                        }));
    }

    private Decision<RouteShape> shape(BoundStatement bound, NestedPart part) {
        boolean structure = part == NestedPart.FIRST_ROWS && bound.parsed().statement() instanceof DdlStatement;
        return Decision.ofLower(() ->
                structure ? tools.router().structure(bound) : tools.router().shape(bound));
    }
}
