package org.shardingjdbc.plan.internal.merge;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.merge.QueryProof.United;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.template.SqlEdits;

/**
 * Plans a query for several units, of which {@link QueryProof} says that each may answer it for its own rows: leaves to
 * the merge what they may not do. Used for one plan; not thread-safe.
 */
public final class QueryScatter {
    /** What each unit does for its own rows only, and a merge for those of all. */
    public enum Remainder {
        /** Rows of several units that are in one group. */
        GROUPS,
        /** Equal rows of several units of which one is wanted. */
        DUPLICATES,
        /** ORDER BY. */
        ORDER,
        /** LIMIT. */
        LIMIT
    }

    private final Compilation compilation;
    private final SqlEdits edits;
    private final Query query;
    private final ScalarProof scalars;
    private final United united;
    private final List<Evidence> evidence;

    private QueryScatter(
            Compilation compilation,
            SqlEdits edits,
            Query query,
            ScalarProof scalars,
            United united,
            List<Evidence> evidence) {
        this.compilation = compilation;
        this.edits = edits;
        this.query = query;
        this.scalars = scalars;
        this.united = united;
        this.evidence = evidence;
    }

    /**
     * The planning of a query that is proved; refused where it is not.
     *
     * @param edits names and splits, to which the merge's edits are added
     */
    public static Decision<QueryScatter> of(Compilation compilation, SqlEdits edits, Query written) {
        Query query = unwrapped(written);
        ScalarProof scalars = new ScalarProof(compilation);
        QueryProof.Answer answer = new QueryProof(compilation, scalars, query).answer();
        return compilation
                .decided(answer.verdict())
                .then(evidence -> new QueryScatter(compilation, edits, query, scalars, answer.united(), evidence));
    }

    /** What the units do not do by themselves; nothing where their rows are the answer in whatever order they come. */
    public Set<Remainder> left() {
        EnumSet<Remainder> left = EnumSet.noneOf(Remainder.class);
        if (compilation.eachNode()) {
            return left;
        }
        if (united == United.GROUPS) {
            left.add(Remainder.GROUPS);
        } else if (united == United.DUPLICATES) {
            left.add(Remainder.DUPLICATES);
        }
        if (query.orderBy() != null) {
            left.add(Remainder.ORDER);
        }
        if (query.limit() != null) {
            left.add(Remainder.LIMIT);
        }
        return left;
    }

    /** The plan of what leaves nothing to a merge; refused for a clause that cannot be pushed down. */
    public Decision<Scatter> collected() {
        if (compilation.eachNode() && query.body() instanceof Select) {
            return provedBy(firstRows(true));
        }
        return query.body() instanceof Select block ? provedBy(rows(block)) : merged();
    }

    private Decision<Scatter> provedBy(Decision<Merge> plan) {
        return plan.then(merge -> merge.provedBy(evidence));
    }

    /** The plan of what is proved, with a merge; refused for a clause that cannot be merged. */
    public Decision<Scatter> merged() {
        if (query.body() instanceof SetOperation operation) {
            return provedBy(new UnionScatter(compilation, edits).plan(query, operation, united == United.DUPLICATES));
        }
        if (!(query.body() instanceof Select block)) {
            return provedBy(firstRows(query.limit() == null));
        }
        return provedBy(united == United.GROUPS ? GroupScatter.plan(compilation, edits, draft(block)) : rows(block));
    }

    private Decision<Merge> rows(Select block) {
        return new RowScatter(compilation, edits, draft(block), united == United.DUPLICATES).plan();
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
        LimitClause limit = new LimitClause(query.limit(), compilation.positions());
        return limit.paging().then(paging -> {
            limit.push(edits, paging.orElse(null));
            MergePlan merge = pushedDown ? MergePlan.CONCATENATE : MergePlan.CONCATENATE.limited(paging.isPresent());
            return Merge.ofRows(edits.template(), merge, paging.orElse(null), pushedDown, null);
        });
    }

    private Draft draft(Select block) {
        return new Draft(compilation, query, block, scalars.probe(block, query));
    }
}
