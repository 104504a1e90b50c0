package org.shardingjdbc.plan.internal.way;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.naming.ObjectNames;
import org.shardingjdbc.plan.internal.naming.ViewDefinition;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.planning.PlanTools;
import org.shardingjdbc.plan.internal.planning.StatementPlanner;
import org.shardingjdbc.plan.internal.proof.WriteRules;
import org.shardingjdbc.plan.internal.routing.Views;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.write.InsertEdits;
import org.shardingjdbc.route.internal.bind.BoundTable;

/**
 * Edits what is the same for all units in a write or a definition, and checks that it is allowed: the keys that are
 * made for its rows, the names that it gives, the query of a view. Immutable.
 *
 * @param planner plans the queries of views that are defined
 */
public record UnitEdits(StatementPlanner planner, PlanTools tools, Views views) {
    private static final int[] NO_PARAMETERS = {};

    /**
     * The edits of a statement.
     *
     * @param sql the edits of names, and those added here
     * @param keys null when no key is to be made
     * @param replicated whether the units write copies of the same rows
     */
    public record EditedUnit(SqlEdits sql, @Nullable GeneratedKeys keys, boolean replicated) {}

    /** The edits; refused where no unit may execute the write or definition, or no key can be made. */
    public Decision<EditedUnit> edit(Compilation compilation) {
        Statement statement = compilation.bound().parsed().statement();
        SqlEdits edits = compilation.naming().copy();
        if (statement instanceof QueryStatement
                && compilation.bound().parsed().analysis().nested().isEmpty()) {
            return new Decision.Proved<>(new EditedUnit(edits, null, false));
        }
        boolean replicated = false;
        WriteRules writes = new WriteRules(
                compilation.bound(),
                compilation.positions(),
                new ObjectNames(tools.catalog(), tools.names()),
                tools.dialect(),
                tools.rules().dataSourceNames().size());
        BoundTable broadcast = writes.writtenBroadcast(statement);
        if (broadcast != null) {
            ShardingException refusal = writes.refusalOfBroadcast(statement, broadcast);
            if (refusal != null) {
                return new Decision.Refused<>(refusal);
            }
            replicated = true;
        }
        if (statement instanceof DdlStatement ddl) {
            ShardingException refusal = define(compilation, ddl, edits);
            if (refusal != null) {
                return new Decision.Refused<>(refusal);
            }
            replicated = writes.definesCopies(ddl);
        }
        InsertEdits inserts = new InsertEdits(compilation, writes, edits);
        ShardingException refusal = inserts.apply(statement);
        return refusal == null
                ? new Decision.Proved<>(new EditedUnit(edits, inserts.keys(), replicated))
                : new Decision.Refused<>(refusal);
    }

    /** Edits a definition. Returns why it must not be made; null where it may be. */
    private @Nullable ShardingException define(Compilation compilation, DdlStatement ddl, SqlEdits edits) {
        ShardingException ofNames = new Definitions(compilation, ddl).edit(edits);
        if (ofNames != null || !views.areDefinedBy(ddl, compilation.bound())) {
            return ofNames;
        }
        ViewDefinition view = new ViewDefinition(compilation.bound(), ddl, tools.parser());
        Decision<ParsedSql> made = view.query();
        if (made instanceof Decision.Refused<ParsedSql> refused) {
            return refused.reason();
        }
        ParsedSql query = made.proved();
        // raises what is wrong with the query
        planner.plan(new NestedStatement(query, NestedPart.WHOLE, NO_PARAMETERS));
        view.edit(query.sql(), edits);
        return null;
    }
}
