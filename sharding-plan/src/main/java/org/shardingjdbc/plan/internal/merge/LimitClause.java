package org.shardingjdbc.plan.internal.merge;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Queries.LimitForm;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.plan.internal.syntax.Refusals;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.Paging;

/**
 * Reads the LIMIT of a statement over several units and edits it.
 *
 * @param limit null where there is none
 */
record LimitClause(@Nullable Limit limit, Refusals refusals, Dialect dialect) {
    /** Its numbers; null when there is no LIMIT, or it is refused. */
    @Nullable
    Paging paging() {
        if (limit == null) {
            return null;
        }
        if (limit.percent() || limit.withTies()) {
            refusals.refuse(ErrorCode.LIMIT_NOT_MERGED, limit.percent() ? "PERCENT" : "WITH TIES", limit);
            return null;
        }
        return new Paging(amount(limit.count()), amount(limit.offset()));
    }

    private Paging.@Nullable Amount amount(@Nullable Expression expression) {
        if (expression == null || expression instanceof Literal literal && literal.kind() == LiteralKind.NULL) {
            return null;
        }
        if (expression instanceof Literal literal && literal.value() instanceof Long value) {
            return Paging.Amount.of(value);
        }
        if (expression instanceof Literal literal && literal.value() instanceof BigInteger) {
            return Paging.Amount.of(Long.MAX_VALUE);
        }
        if (expression instanceof Parameter parameter) {
            return Paging.Amount.ofParameter(parameter.index());
        }
        if (expression instanceof Cast cast && cast.value() instanceof Parameter) {
            return amount(cast.value());
        }
        refusals.refuse(ErrorCode.LIMIT_NOT_MERGED, refusals.excerpt(expression), expression);
        return null;
    }

    /**
     * Edits for units whose first rows are enough: they return what is skipped too.
     *
     * @param paging its numbers, which are not refused; null when there is no LIMIT
     */
    void push(SqlEdits edits, @Nullable Paging paging) {
        if (limit == null || limit.offset() == null || paging == null) {
            return;
        }
        if (paging.count() == null) {
            edits.replaceClause(limit.span());
            return;
        }
        LimitForm form = dialect.queries().limitForm();
        boolean constant = paging.count().parameter() < 0
                && (paging.offset() == null || paging.offset().parameter() < 0);
        Piece number = constant ? new Piece.Text(String.valueOf(paging.widened(new Object[0]))) : new Piece.Computed(0);
        edits.replace(limit.span(), new Piece.Text(form.before()), number, new Piece.Text(form.after()));
    }

    /** Edits for units that must return all rows. */
    void remove(SqlEdits edits) {
        if (limit != null) {
            edits.replaceClause(limit.span());
        }
    }
}
