package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperator;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
import org.shardingjdbc.plan.internal.proof.OuterAggregates;
import org.shardingjdbc.plan.internal.proof.Placement;
import org.shardingjdbc.plan.internal.proof.PushdownProof;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.Paging;

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
    private final Query query;
    /** Of a block whose groups may have rows on several units, or that is one group of all rows. */
    private boolean groupsMerged;
    /** Whether equal rows of several units are to become one. */
    private boolean duplicatesMerged;

    /**
     * @param edits names and splits, to which the merge's edits are added
     * @param refusals takes down what is not proved
     */
    public QueryScatter(Compilation compilation, SqlEdits edits, Query written, Refusals refusals) {
        this.compilation = compilation;
        this.refusals = refusals;
        this.scalars = new ScalarProof(compilation, refusals);
        boolean placesRows = compilation.part() == NestedPart.ROW_PLACES;
        this.proof = new PushdownProof(compilation.values(), refusals, scalars, placesRows);
        this.edits = edits;
        this.query = unwrapped(written);
    }

    /** Proves that each unit may answer it for its own rows; what is not proved is taken down as the refusal. */
    public void prove() {
        proof.proveWith(query.with());
        if (refusals.any()) {
            return;
        }
        if (query.body() instanceof Select block) {
            proveBlock(block);
        } else if (query.body() instanceof SetOperation operation) {
            boolean union = operation.operator() == SetOperator.UNION && !operation.all();
            duplicatesMerged = union && !proof.unionApart(operation);
            proof.requirePartitioned(proof.placeOperation(operation, duplicatesMerged), query);
            if (duplicatesMerged || query.orderBy() != null) {
                Tree.all(operation, Select.class).forEach(branch -> proof.proveMerged(branch.items()));
            }
        } else if (query.body() instanceof TableBody body && query.orderBy() == null) {
            proof.requirePartitioned(proof.place(body.table()), query);
        } else {
            refusals.refuseAt(ErrorCode.COLUMNS_UNKNOWN, query);
        }
    }

    private void proveBlock(Select block) {
        refuseFoundRows(block);
        if (block.groupBy() != null && block.groupBy().sorted() && query.orderBy() == null) {
            refusals.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, block.groupBy(), "ASC or DESC in GROUP BY");
        }
        Placement placement = proof.placeFrom(block);
        proof.proveBlockExpressions(block, placement);
        if (query.orderBy() != null) {
            query.orderBy().items().forEach(item -> proof.proveExpressions(item, placement));
        }
        proof.requirePartitioned(placement, query);
        scalars.prove(query, block);
        if (refusals.any() || compilation.eachNode()) {
            return;
        }
        boolean groupsApart = proof.groupsApart(block);
        FunctionCall outer = OuterAggregates.find(compilation.bound(), block, query);
        if (outer != null && !groupsApart) {
            refusals.refuse(ErrorCode.AGGREGATE_NOT_MERGED, refusals.excerpt(outer) + " inside of a subquery", outer);
            return;
        }
        boolean aggregated = block.groupBy() != null
                || Functions.aggregate(block, query) != null
                || block.having() != null && compilation.dialect().queries().havingMakesGroup();
        groupsMerged = aggregated && !groupsApart;
        if (!groupsMerged) {
            proveRows(block);
        } else {
            if (block.groupBy() != null) {
                proof.proveMerged(new SelectItems(block).resolve(block.groupBy().items(), compilation.bound()));
            }
            proof.proveAggregates(Functions.calls(block, query));
        }
        proveOrder(block);
    }

    /** Rows of all nodes are sorted at one moment; by nothing but that they are not sorted. */
    private void proveOrder(Select block) {
        if (query.orderBy() != null) {
            List<Expression> meant = new ArrayList<>();
            for (SortItem item : query.orderBy().items()) {
                if (!SortKeyColumns.isConstant(item.expression())) {
                    meant.add(new SelectItems(block).resolve(item.expression(), compilation.bound()));
                }
            }
            proof.proveMerged(meant);
        }
    }

    private void proveRows(Select block) {
        proof.proveWindows(block, query);
        if (block.quantifier() == Quantifier.DISTINCT_ON && !proof.distinctApart(block, query)) {
            refusals.refuseAt(ErrorCode.DISTINCT_NOT_MERGED, block, "the columns of ON do not determine the data node");
        }
        duplicatesMerged =
                !refusals.any() && block.quantifier() == Quantifier.DISTINCT && !proof.distinctApart(block, query);
        if (duplicatesMerged) {
            proof.proveMerged(block.items());
        }
    }

    /** Whether the rows of all units are the answer in whatever order they come, once it is proved. */
    public boolean leavesNothing() {
        return compilation.eachNode()
                || !groupsMerged && !duplicatesMerged && query.orderBy() == null && query.limit() == null;
    }

    /** The plan of what leaves nothing to a merge; refused for a clause that cannot be pushed down. */
    public Decision<Merge> collected() {
        if (compilation.eachNode() && query.body() instanceof Select) {
            return provedBy(firstRows(true));
        }
        return query.body() instanceof Select block ? provedBy(rows(block)) : merged();
    }

    private Decision<Merge> provedBy(Decision<Merge> plan) {
        return plan.then(merge -> merge.provedBy(proof.evidence()));
    }

    /** The plan of what is proved, with a merge; refused for a clause that cannot be merged. */
    public Decision<Merge> merged() {
        if (query.body() instanceof SetOperation operation) {
            return provedBy(new UnionScatter(compilation, edits, refusals).plan(query, operation, duplicatesMerged));
        }
        if (!(query.body() instanceof Select block)) {
            return provedBy(firstRows(query.limit() == null));
        }
        return provedBy(
                groupsMerged ? new GroupScatter(compilation, edits, draft(block), refusals).plan() : rows(block));
    }

    private Decision<Merge> rows(Select block) {
        return new RowScatter(compilation, edits, draft(block), duplicatesMerged, refusals).plan();
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

    /** The first rows of each unit, in whatever order: all where there is no LIMIT. */
    private Decision<Merge> firstRows(boolean pushedDown) {
        LimitClause limit = new LimitClause(query.limit(), refusals, compilation.dialect());
        Paging paging = limit.paging();
        if (refusals.any()) {
            return new Decision.Refused<>(refusals.reason());
        }
        limit.push(edits, paging);
        MergePlan merge = pushedDown ? MergePlan.CONCATENATE : MergePlan.CONCATENATE.limited(paging != null);
        return new Decision.Proved<>(Merge.of(edits.template(), merge, paging, pushedDown, null));
    }

    /** Rows that were found and not returned are counted by each session for itself. */
    private void refuseFoundRows(Select block) {
        if (block.modifiers().contains("SQL_CALC_FOUND_ROWS")) {
            refusals.refuse(ErrorCode.SESSION_STATE_ACROSS_NODES, "SQL_CALC_FOUND_ROWS", block);
        }
    }

    private Draft draft(Select block) {
        return new Draft(compilation, refusals, query, block, scalars.probe(block, query));
    }
}
