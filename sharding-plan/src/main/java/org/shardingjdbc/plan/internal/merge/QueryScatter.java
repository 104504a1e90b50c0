package org.shardingjdbc.plan.internal.merge;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.NestedQuery;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SetOperation;
import org.shardingjdbc.parser.internal.ast.TableBody;
import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.proof.OuterAggregates;
import org.shardingjdbc.plan.internal.proof.PushdownProof;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.ScatterPlan;

/**
 * Plans a query for several units: proves what the shards may do by themselves, and leaves to the merge what they may
 * not. One per plan; not thread-safe.
 */
public final class QueryScatter {
    private final Compilation compilation;
    private final Refusals refusals;
    private final ScalarProof scalars;
    private final PushdownProof proof;
    private final SqlEdits edits;

    /** @param edits names and splits, to which the merge's edits are added */
    public QueryScatter(Compilation compilation, SqlEdits edits, Refusals refusals) {
        this.compilation = compilation;
        this.refusals = refusals;
        this.scalars = new ScalarProof(compilation, refusals);
        boolean placesRows = compilation.part() == NestedPart.ROW_PLACES;
        this.proof = new PushdownProof(compilation.bound(), refusals, scalars, placesRows);
        this.edits = edits;
    }

    /**
     * The plan.
     *
     * @return null when a clause is refused that cannot be proved or merged
     */
    public ScatterPlan plan(Query written) {
        Query query = unwrapped(written);
        proof.proveWith(query.with());
        if (refusals.any()) {
            return null;
        }
        if (query.body() instanceof Select block) {
            return planBlock(query, block);
        }
        if (query.body() instanceof SetOperation operation) {
            return new UnionScatter(compilation, proof, edits, refusals).plan(query, operation);
        }
        if (query.body() instanceof TableBody body && query.orderBy() == null) {
            proof.requirePartitioned(proof.place(body.table()), query);
            return concatenated(query);
        }
        refusals.refuseAt(ErrorCode.COLUMNS_UNKNOWN, query);
        return null;
    }

    /** Parentheses around a whole query add nothing. */
    private static Query unwrapped(Query query) {
        Query outer = query;
        while (outer.body() instanceof NestedQuery nested) {
            Query inner = nested.query();
            if (outer.orderBy() == null && outer.limit() == null && outer.with() == null) {
                outer = inner;
            } else if (inner.orderBy() == null && inner.limit() == null && inner.with() == null) {
                outer = new Query(
                        outer.span(), outer.with(), inner.body(), outer.orderBy(), outer.limit(), outer.locking());
            } else {
                return outer;
            }
        }
        return outer;
    }

    private ScatterPlan concatenated(Query query) {
        LimitClause limit = new LimitClause(query.limit(), refusals, compilation.dialect());
        Paging paging = limit.paging();
        if (refusals.any()) {
            return null;
        }
        limit.push(edits, paging);
        MergePlan merge = MergePlan.CONCATENATE.limited(paging != null);
        return new ScatterPlan(edits.template(), merge, paging, paging == null);
    }

    private ScatterPlan planBlock(Query query, Select block) {
        refuseFoundRows(block);
        if (block.groupBy() != null && block.groupBy().sorted() && query.orderBy() == null) {
            refusals.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, block.groupBy(), "ASC or DESC in GROUP BY");
        }
        PushdownProof.Placement placement = proof.placeFrom(block);
        proof.proveBlockExpressions(block, placement);
        if (query.orderBy() != null) {
            proof.proveExpressions(query.orderBy(), placement);
        }
        proof.requirePartitioned(placement, query);
        scalars.prove(query, block);
        if (refusals.any()) {
            return null;
        }
        if (compilation.eachNode()) {
            return firstRows(query);
        }
        FunctionCall outer = OuterAggregates.find(compilation.bound(), block, query);
        if (outer != null && !(block.groupBy() != null && proof.nodes().groupsOnOneNode(block))) {
            refusals.refuse(ErrorCode.AGGREGATE_NOT_MERGED, refusals.excerpt(outer) + " inside of a subquery", outer);
            return null;
        }
        boolean aggregated = block.groupBy() != null
                || Functions.aggregate(block, query) != null
                || block.having() != null && compilation.dialect().queries().havingMakesGroup();
        if (aggregated && !proof.nodes().groupsOnOneNode(block)) {
            return new GroupScatter(compilation, edits, draft(query, block), refusals).plan();
        }
        return new RowScatter(compilation, proof, edits, draft(query, block), refusals).plan();
    }

    /** The first rows of each unit, in whatever order. */
    private ScatterPlan firstRows(Query query) {
        LimitClause limit = new LimitClause(query.limit(), refusals, compilation.dialect());
        Paging paging = limit.paging();
        if (refusals.any()) {
            return null;
        }
        limit.push(edits, paging);
        return new ScatterPlan(edits.template(), MergePlan.CONCATENATE, paging, true);
    }

    /** Rows that were found and not returned are counted by each session for itself. */
    private void refuseFoundRows(Select block) {
        if (block.modifiers().contains("SQL_CALC_FOUND_ROWS")) {
            refusals.refuse(ErrorCode.SESSION_STATE_ACROSS_NODES, "SQL_CALC_FOUND_ROWS", block);
        }
    }

    private Draft draft(Query query, Select block) {
        return new Draft(compilation, refusals, query, block, scalars.probe(block, query));
    }
}
