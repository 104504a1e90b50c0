package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.merge.internal.order.SortKey;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.NestedQuery;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Quantifier;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SetOperation;
import org.shardingjdbc.parser.internal.ast.TableBody;
import org.shardingjdbc.plan.internal.key.ScalarProbe;
import org.shardingjdbc.plan.internal.merge.SortKeyColumns.GroupKey;
import org.shardingjdbc.plan.internal.proof.PushdownProof;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.ScatterPlan;
import org.shardingjdbc.plan.internal.unit.UnionAll;
import org.shardingjdbc.rewrite.internal.SqlEdits;

/**
 * Plans a query for several units: proves what the shards may do by themselves, and leaves to the merge what they may
 * not. One per plan; not thread-safe.
 */
public final class QueryScatter {
    private final Compilation compilation;
    private final SourcePositions positions;
    private final PushdownProof proof;
    private final SqlEdits edits;

    /** @param edits names and splits, to which the merge's edits are added */
    public QueryScatter(Compilation compilation, SqlEdits edits) {
        this.compilation = compilation;
        this.positions = compilation.positions();
        this.proof = new PushdownProof(compilation.bound(), positions, this::requireScalar);
        this.edits = edits;
    }

    /**
     * The plan.
     *
     * @throws ShardingException naming the clause that cannot be proved or merged
     */
    public ScatterPlan plan(Query written) {
        Query query = unwrapped(written);
        proof.proveWith(query.with());
        if (query.body() instanceof Select block) {
            return planBlock(query, block);
        }
        if (query.body() instanceof SetOperation operation) {
            return new UnionScatter(compilation, proof, edits).plan(query, operation);
        }
        if (query.body() instanceof TableBody body && query.orderBy() == null) {
            proof.requirePartitioned(proof.place(body.table()), query);
            return concatenated(query);
        }
        throw positions.refuseAt(ErrorCode.COLUMNS_UNKNOWN, query);
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
        LimitClause limit = new LimitClause(query.limit(), positions, compilation.dialect());
        Paging paging = limit.paging();
        limit.push(edits, paging);
        MergePlan merge = MergePlan.CONCATENATE.limited(paging != null);
        return new ScatterPlan(edits.template(), merge, paging, paging == null);
    }

    private ScatterPlan planBlock(Query query, Select block) {
        refuseFoundRows(block);
        if (block.groupBy() != null && block.groupBy().sorted() && query.orderBy() == null) {
            throw positions.refuseAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, block.groupBy(), "ASC or DESC in GROUP BY");
        }
        PushdownProof.Placement placement = proof.placeFrom(block);
        proof.proveBlockExpressions(block, placement);
        if (query.orderBy() != null) {
            proof.proveExpressions(query.orderBy(), placement);
        }
        proof.requirePartitioned(placement, query);
        requireScalars(query, block);
        if (compilation.eachNode()) {
            return firstRows(query);
        }
        boolean aggregated = block.groupBy() != null
                || Functions.aggregate(block) != null
                || sortsByAggregate(query)
                || block.having() != null && compilation.dialect().queries().havingMakesGroup();
        if (aggregated && !proof.nodes().groupsOnOneNode(block)) {
            return new GroupScatter(compilation, edits, draft(query, block)).plan();
        }
        return planRows(draft(query, block));
    }

    /** The first rows of each unit, in whatever order. */
    private ScatterPlan firstRows(Query query) {
        LimitClause limit = new LimitClause(query.limit(), positions, compilation.dialect());
        Paging paging = limit.paging();
        limit.push(edits, paging);
        return new ScatterPlan(edits.template(), MergePlan.CONCATENATE, paging, true);
    }

    /** Rows that were found and not returned are counted by each session for itself. */
    private void refuseFoundRows(Select block) {
        if (block.modifiers().contains("SQL_CALC_FOUND_ROWS")) {
            throw positions.refuse(ErrorCode.SESSION_STATE_ACROSS_NODES, "SQL_CALC_FOUND_ROWS", block);
        }
    }

    private static boolean sortsByAggregate(Query query) {
        return query.orderBy() != null
                && Tree.outsideQueries(query.orderBy(), FunctionCall.class).stream()
                        .anyMatch(Functions::isAggregate);
    }

    private Draft draft(Query query, Select block) {
        return new Draft(compilation, query, block, probe(block, query));
    }

    private ScalarProbe probe(Select block, Query query) {
        return new ScalarProbe(
                query,
                block,
                compilation.naming(),
                compilation.catalog(),
                compilation.sampleUnit(),
                compilation.tableNames());
    }

    /** Rows (or groups that no two units share) are collected, sorted, made distinct and limited. */
    private ScatterPlan planRows(Draft draft) {
        Query query = draft.query();
        Select block = draft.block();
        proof.proveWindows(block, query);
        if (block.quantifier() == Quantifier.DISTINCT_ON && !proof.nodes().determinesNode(block, block.distinctOn())) {
            throw positions.refuseAt(
                    ErrorCode.DISTINCT_NOT_MERGED, block, "the columns of ON do not determine the data node");
        }
        boolean mergeDistinct =
                block.quantifier() == Quantifier.DISTINCT && !proof.nodes().distinctOnOneNode(block, query);
        List<SortKey> sort = draft.keys().sortKeys(query, block.quantifier() != Quantifier.DISTINCT);
        List<SortKey> distinctKeys = List.of();
        if (mergeDistinct) {
            List<GroupKey> keys = draft.keys().distinctKeys();
            distinctKeys = keys.stream().map(GroupKey::key).toList();
            if (keys.stream().allMatch(GroupKey::sortable)) {
                sort = streamedDistinct(draft, sort, distinctKeys);
            }
        }
        LimitClause limit = new LimitClause(query.limit(), positions, compilation.dialect());
        Paging paging = limit.paging();
        limit.push(edits, paging);
        SelectColumns columns = draft.columns();
        columns.edit(edits);
        MergePlan merge = MergePlan.sorted(sort)
                .distinct(distinctKeys)
                .limited(paging != null)
                .trimmed(columns.derivedCount())
                .checked(columns.checkedCount(), columns.checkedLabels());
        boolean collects = sort.isEmpty() && distinctKeys.isEmpty() && paging == null && columns.derivedCount() == 0;
        MergePlan plain = columns.areNamed() ? MergePlan.CONCATENATE_NAMED : MergePlan.CONCATENATE;
        MergePlan least = collects ? plain : merge;
        UnionAll union = new UnionProof(compilation, draft).ofRows(least, paging);
        return new ScatterPlan(edits.template(), least, paging, collects, union);
    }

    /**
     * Where every column can be sorted, shards sort by all of them (after the statement's own keys), so that duplicates
     * meet and none is to be remembered.
     */
    private List<SortKey> streamedDistinct(Draft draft, List<SortKey> sort, List<SortKey> distinctKeys) {
        List<SortKey> all = new ArrayList<>(sort);
        StringBuilder added = new StringBuilder();
        for (SortKey key : distinctKeys) {
            if (sort.stream().noneMatch(other -> other.column() == key.column())) {
                all.add(key);
                added.append(added.length() == 0 ? "" : ", ").append(key.column());
            }
        }
        if (added.length() > 0 && draft.query().orderBy() == null) {
            edits.insert(draft.block().span().stop(), " ORDER BY " + added);
        } else if (added.length() > 0) {
            edits.insert(draft.query().orderBy().span().stop(), ", " + added);
        }
        return all;
    }

    private void requireScalars(Query query, Select block) {
        List<Node> parts = new ArrayList<>(block.children());
        if (query.orderBy() != null) {
            parts.add(query.orderBy());
        }
        for (Node part : parts) {
            for (FunctionCall call : Tree.outsideQueries(part, FunctionCall.class)) {
                requireScalar(block, call);
            }
        }
    }

    /** A function of unknown name must not be an aggregate that somebody installed. */
    private void requireScalar(Select block, FunctionCall call) {
        InstalledFunctions installed = new InstalledFunctions(compilation.catalog(), compilation.dialect());
        if (Functions.isAggregate(call) || Functions.isScalar(call) || installed.isScalar(call)) {
            return;
        }
        Query around = null;
        for (Query query : Tree.all(compilation.bound().parsed().statement(), Query.class)) {
            around = around == null ? query : around;
        }
        // H2 accepts aggregates in WHERE
        boolean several = installed.isOfSeveralRows(call);
        if (several || around == null || !probe(block, around).isScalar(call)) {
            throw positions.refuse(ErrorCode.FUNCTION_UNKNOWN, Functions.name(call) + "()", call);
        }
    }
}
