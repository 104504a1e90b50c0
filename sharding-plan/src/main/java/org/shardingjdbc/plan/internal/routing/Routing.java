package org.shardingjdbc.plan.internal.routing;

import java.util.List;
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
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.shape.RouteShape;
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
        return refusal == null ? Decision.tried(() -> views.expand(written)) : new Decision.Refused<>(refusal);
    }

    /**
     * A statement of which the texts of a shape are made; most of what is checked could not be of a shape.
     *
     * @return null where it has views
     * @throws ShardingException where no plan could answer it, or it is wrong
     */
    public Routed ofShape(ParsedSql parsed, PlanRequest request) {
        ShardingException refusal = checks.refusalOfSession(parsed);
        if (refusal != null) {
            throw refusal;
        }
        return views.expand(parsed).parsed() == parsed
                ? route(Views.ExpandedStatement.of(parsed), request).proved()
                : null;
    }

    /**
     * A statement that is bound and routed; refused where no plan could answer it.
     *
     * @throws ShardingException where its names mean nothing, its rows have no place, or a rule's own check refuses it
     */
    public Decision<Routed> route(Views.ExpandedStatement statement, PlanRequest request) {
        ParsedSql parsed = statement.parsed();
        ParsedSql whole = tools.dialect().naming().indexesAreOfTables()
                ? parsed
                : indexOwner().complete(parsed, tools.parser());
        if (whole == parsed) {
            return route(parsed, List.of(), statement.views(), request);
        }
        return route(whole, IndexOwner.additions(whole), List.of(), request.whole());
    }

    private IndexOwner indexOwner() {
        return new IndexOwner(tools.rules(), tools.catalog(), tools.names());
    }

    /** @param additions parts that the actual SQL leaves out */
    private Decision<Routed> route(ParsedSql parsed, List<Span> additions, List<LogicView> views, PlanRequest request) {
        BoundStatement bound = tools.binder().bind(parsed);
        ParsedSql named =
                new UnnamedColumns(tools.rules(), tools.dialect(), tools.names()).complete(bound, tools.parser());
        if (named != parsed) {
            return route(named, additions, views, request);
        }
        if (request.part() == NestedPart.WHOLE) {
            checks.refuseByRules(bound);
        }
        ShardingException renamed = parsed.statement() instanceof DdlStatement ddl
                ? Definitions.refusalOfNames(ddl, bound, tools.rules(), tools.catalog())
                : null;
        return renamed == null
                ? ColumnUses.decide(bound, tools.rules(), tools.catalog(), tools.dialect())
                        .then(columns -> routed(bound, columns, additions, views, request))
                : new Decision.Refused<>(renamed);
    }

    private Routed routed(
            BoundStatement bound,
            ColumnUses columns,
            List<Span> additions,
            List<LogicView> views,
            PlanRequest request) {
        NestedPart part = request.part();
        boolean structure = part == NestedPart.FIRST_ROWS && bound.parsed().statement() instanceof DdlStatement;
        RouteShape shape =
                structure ? tools.router().structure(bound) : tools.router().shape(bound);
        SqlEdits naming =
                new ActualNames(tools.rules(), tools.catalog(), tools.dialect(), tools.names()).edits(bound, additions);
        columns.edit(naming, tools.names());
        Compilation compilation = new Compilation(
                bound,
                shape,
                tools.dialect(),
                tools.catalog(),
                tools.names(),
                FactsFinder.tableNames(bound),
                naming,
                columns.addedParameters(),
                part,
                tools.options().union());
        return new Routed(compilation, columns, views, request);
    }
}
