package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SelectModifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperator;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.proof.Distribution;
import org.shardingjdbc.plan.internal.proof.OuterAggregates;
import org.shardingjdbc.plan.internal.proof.PushdownProof;
import org.shardingjdbc.plan.internal.proof.RowDistribution;
import org.shardingjdbc.plan.internal.proof.Verdict;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.Tree;

/**
 * Proves that each of several units may answer a query for its own rows, and says what that leaves to a merge. Used
 * once; not thread-safe.
 */
final class QueryProof {
    /** What a merge has to unite. */
    enum United {
        /** No row of a unit has anything to do with one of another. */
        NOTHING,
        /** Equal rows of several units are to become one. */
        DUPLICATES,
        /** Groups may have rows on several units, or all rows are one group. */
        GROUPS
    }

    /** @param united counts where the verdict is no refusal */
    record Answer(Verdict verdict, United united) {}

    private final Compilation compilation;
    private final ScalarProof scalars;
    private final PushdownProof proof;
    private final Query query;

    QueryProof(Compilation compilation, ScalarProof scalars, Query query) {
        this.compilation = compilation;
        this.scalars = scalars;
        boolean placesRows = compilation.part() == NestedPart.ROW_PLACES;
        this.proof = new PushdownProof(compilation.values(), compilation.positions(), scalars, placesRows);
        this.query = query;
    }

    Answer answer() {
        Verdict with = proof.ofWith(query.with());
        if (!with.isProved()) {
            return new Answer(with, United.NOTHING);
        }
        Answer body = ofBody();
        return new Answer(with.and(body.verdict), body.united);
    }

    private Answer ofBody() {
        if (query.body() instanceof Select block) {
            return ofBlock(block);
        }
        if (query.body() instanceof SetOperation operation) {
            return ofOperation(operation);
        }
        Verdict verdict = query.body() instanceof TableBody body && query.orderBy() == null
                ? proof.place(body.table()).and(this::ofDivision).verdict()
                : Verdict.refusedAt(ErrorCode.COLUMNS_UNKNOWN, query);
        return new Answer(verdict, United.NOTHING);
    }

    private Verdict ofDivision(Distribution distribution) {
        return proof.ofPartitioned(distribution, query);
    }

    private Answer ofOperation(SetOperation operation) {
        boolean distinct = operation.operator() == SetOperator.UNION && !operation.all();
        Verdict apart = distinct ? proof.ofUnionApart(operation) : Verdict.NOTHING;
        boolean merged = !apart.isProved();
        Verdict verdict = apart.orElsewhere().and(() -> proof.placeOperation(operation, merged)
                .and(this::ofDivision)
                .verdict());
        if (merged || query.orderBy() != null) {
            verdict = verdict.and(
                    () -> Verdict.all(Tree.all(operation, Select.class), branch -> proof.ofMerged(branch.items())));
        }
        return new Answer(verdict, merged ? United.DUPLICATES : United.NOTHING);
    }

    private Answer ofBlock(Select block) {
        Verdict rows = RowDistribution.behind(ofSession(block), () -> proof.placeFrom(block))
                .and(distribution -> proof.ofBlockExpressions(block, distribution))
                .and(this::ofSortItems)
                .and(this::ofDivision)
                .and(distribution -> scalars.of(query, block))
                .verdict();
        if (!rows.isProved() || compilation.eachNode()) {
            return new Answer(rows, United.NOTHING);
        }
        GroupBy groups = block.groupBy();
        Verdict apart = groups == null ? Verdict.NOTHING : proof.ofGroupsApart(block, groups);
        boolean groupsApart = groups != null && apart.isProved();
        Verdict known = rows.and(apart.orElsewhere());
        FunctionCall outer = OuterAggregates.find(compilation.bound(), block, query);
        if (outer != null && !groupsApart) {
            String what = compilation.positions().excerpt(outer) + " inside of a subquery";
            return new Answer(Verdict.refused(ErrorCode.AGGREGATE_NOT_MERGED, what, outer), United.NOTHING);
        }
        Answer answer =
                !groupsApart && isAggregated(block) ? new Answer(ofGroups(block), United.GROUPS) : ofRows(block);
        return new Answer(known.and(answer.verdict).and(() -> ofOrder(block)), answer.united);
    }

    private boolean isAggregated(Select block) {
        return block.groupBy() != null
                || Functions.aggregate(block, query) != null
                || block.having() != null && compilation.dialect().queries().havingMakesGroup();
    }

    /** Rows that were found and not returned are counted by each session for itself. */
    private Verdict ofSession(Select block) {
        if (block.modifiers().contains(SelectModifier.SQL_CALC_FOUND_ROWS)) {
            return Verdict.refused(ErrorCode.SESSION_STATE_ACROSS_NODES, "SQL_CALC_FOUND_ROWS", block);
        }
        return block.groupBy() != null && block.groupBy().sorted() && query.orderBy() == null
                ? Verdict.refusedAt(ErrorCode.SORT_KEY_NOT_COMPARABLE, block.groupBy(), "ASC or DESC in GROUP BY")
                : Verdict.NOTHING;
    }

    private Verdict ofSortItems(Distribution distribution) {
        return query.orderBy() == null
                ? Verdict.NOTHING
                : Verdict.all(query.orderBy().items(), item -> proof.ofExpressions(item, distribution));
    }

    private Verdict ofGroups(Select block) {
        List<Expression> keys = block.groupBy() == null
                ? List.of()
                : new SelectItems(block).resolve(block.groupBy().items(), compilation.bound());
        return proof.ofMerged(keys).and(() -> proof.ofAggregates(Functions.calls(block, query)));
    }

    private Answer ofRows(Select block) {
        Verdict windows = proof.ofWindows(block, query);
        if (!windows.isProved() || block.quantifier() == Quantifier.ALL) {
            return new Answer(windows, United.NOTHING);
        }
        Verdict apart = proof.ofDistinctApart(block, query);
        if (apart.isProved()) {
            return new Answer(windows.and(apart), United.NOTHING);
        }
        if (block.quantifier() == Quantifier.DISTINCT_ON) {
            String why = "the columns of ON do not determine the data node";
            return new Answer(Verdict.refusedAt(ErrorCode.DISTINCT_NOT_MERGED, block, why), United.NOTHING);
        }
        return new Answer(windows.and(proof.ofMerged(block.items())), United.DUPLICATES);
    }

    /** Rows of all nodes are sorted at one moment; by nothing but that they are not sorted. */
    private Verdict ofOrder(Select block) {
        if (query.orderBy() == null) {
            return Verdict.NOTHING;
        }
        List<Expression> meant = new ArrayList<>();
        for (SortItem item : query.orderBy().items()) {
            if (!SortKeyColumns.isConstant(item.expression())) {
                meant.add(new SelectItems(block).resolve(item.expression(), compilation.bound()));
            }
        }
        return proof.ofMerged(meant);
    }
}
