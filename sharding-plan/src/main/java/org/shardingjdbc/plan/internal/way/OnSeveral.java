package org.shardingjdbc.plan.internal.way;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.internal.merge.Compilation;
import org.shardingjdbc.plan.internal.merge.QueryScatter;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.template.SqlEdits;

/**
 * A statement for several data nodes, as the ways see it that are planned with the text: what one of them has proved of
 * a query holds for the next. One per planning; not thread-safe.
 */
public final class OnSeveral {
    private final Compilation compilation;
    private final SqlEdits edits;
    private final Refusals refusals;
    private @Nullable QueryScatter query;

    /**
     * @param base the SQL of one unit, before its labels
     * @param refusals keeps the reason where it is refused
     */
    public OnSeveral(Compilation compilation, SqlEdits base, Refusals refusals) {
        this.compilation = compilation;
        this.edits = base.copy();
        this.refusals = refusals;
        compilation.label(edits);
        compilation.splitLists(edits);
    }

    Compilation compilation() {
        return compilation;
    }

    Statement statement() {
        return compilation.bound().parsed().statement();
    }

    /** Those of names and lists, to which a way adds its own. */
    SqlEdits edits() {
        return edits;
    }

    Refusals refusals() {
        return refusals;
    }

    /** Whether its rows are wanted, and it does not write the copies of broadcast tables. */
    boolean isQuery() {
        return statement() instanceof QueryStatement && !compilation.writesCopies();
    }

    /** Whether nothing is left to a merge of a query, be it since it is refused. */
    boolean leavesNothing() {
        QueryScatter proved = query();
        return proved == null || proved.leavesNothing();
    }

    /** A query with what is proved of its rows; null where it is refused. */
    private @Nullable QueryScatter query() {
        if (query == null && !refusals.any() && statement() instanceof QueryStatement of) {
            query = new QueryScatter(compilation, edits, of.query(), refusals);
            query.prove();
        }
        return refusals.any() ? null : query;
    }

    /** What is planned of a query whose rows are proved. */
    Decision<Scatter> ofQuery(Function<QueryScatter, Decision<Merge>> planning) {
        QueryScatter proved = query();
        return proved == null
                ? new Decision.Refused<>(Objects.requireNonNull(refusals.first(), "neither proved nor refused"))
                : planning.apply(proved).then(merge -> merge);
    }
}
