package org.shardingjdbc.plan.internal;

import java.util.List;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.column.ColumnUses;
import org.shardingjdbc.plan.internal.column.UnnamedColumns;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.naming.ActualNames;
import org.shardingjdbc.plan.internal.naming.IndexOwner;
import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.step.PlanTools;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/**
 * Binds a statement and finds its route, which is all that its SQL is made from. An index that is named alone gets its
 * table first. Immutable.
 */
record RoutePlanner(PlanTools tools, StatementChecks checks) {
    /**
     * A statement that is bound and routed.
     *
     * @param columns what rules do with the columns that it names
     * @param views those that it was made of
     * @param request what is wanted of it: the whole statement, where it got the table of an index
     */
    record Routed(Compilation compilation, ColumnUses columns, List<LogicView> views, PlanRequest request) {}

    /** What a statement is compiled from. */
    Routed route(Views.Expanded statement, PlanRequest request) {
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
    private Routed route(ParsedSql parsed, List<Span> additions, List<LogicView> views, PlanRequest request) {
        NestedPart part = request.part();
        BoundStatement bound = tools.binder().bind(parsed);
        ParsedSql named =
                new UnnamedColumns(tools.rules(), tools.dialect(), tools.names()).complete(bound, tools.parser());
        if (named != parsed) {
            return route(named, additions, views, request);
        }
        if (part == NestedPart.WHOLE) {
            checks.refuseByRules(bound);
        }
        if (parsed.statement() instanceof DdlStatement ddl) {
            Definitions.refuseRename(ddl, bound);
            Definitions.refuseViewOfTable(ddl, bound, tools.rules(), tools.catalog());
        }
        ColumnUses columns = ColumnUses.of(bound, tools.rules(), tools.catalog(), tools.dialect());
        boolean structure = part == NestedPart.FIRST_ROWS && parsed.statement() instanceof DdlStatement;
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
