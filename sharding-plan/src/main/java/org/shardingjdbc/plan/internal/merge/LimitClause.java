package org.shardingjdbc.plan.internal.merge;

import java.math.BigInteger;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.template.Piece;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.plan.internal.unit.Paging;

/**
 * Reads the LIMIT of a statement over several units and edits it.
 *
 * @param limit null where there is none
 */
record LimitClause(@Nullable Limit limit, SourcePositions positions) {
    /** What each execution computes, with what it skips. */
    private static final Parameter COMPUTED = StepTemplate.own(0);

    /** Its numbers; none when there is no LIMIT. */
    Decision<Optional<Paging>> paging() {
        if (limit == null) {
            return new Decision.Proved<>(Optional.empty());
        }
        if (limit.percent() || limit.withTies()) {
            return refused(limit.percent() ? "PERCENT" : "WITH TIES", limit);
        }
        return amount(limit.count()).decide(count -> amount(limit.offset())
                .then(offset -> Optional.of(new Paging(count.orElse(null), offset.orElse(null)))));
    }

    private Decision<Optional<Paging.Amount>> amount(@Nullable Expression expression) {
        if (expression == null || expression instanceof Literal literal && literal.kind() == LiteralKind.NULL) {
            return new Decision.Proved<>(Optional.empty());
        }
        if (expression instanceof Literal literal && literal.value() instanceof Long value) {
            return amount(Paging.Amount.of(value));
        }
        if (expression instanceof Literal literal && literal.value() instanceof BigInteger) {
            return amount(Paging.Amount.of(Long.MAX_VALUE));
        }
        if (expression instanceof Parameter parameter) {
            return amount(Paging.Amount.ofParameter(parameter.index()));
        }
        if (expression instanceof Cast cast && cast.value() instanceof Parameter) {
            return amount(cast.value());
        }
        return refused(positions.excerpt(expression), expression);
    }

    private static Decision<Optional<Paging.Amount>> amount(Paging.Amount amount) {
        return new Decision.Proved<>(Optional.of(amount));
    }

    private <T> Decision<T> refused(String construct, Node node) {
        return new Decision.Refused<>(positions.refuse(ErrorCode.LIMIT_NOT_MERGED, construct, node));
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
        boolean constant = paging.count().parameter() < 0
                && (paging.offset() == null || paging.offset().parameter() < 0);
        Long rows = constant ? paging.widened(new Object[0]) : null;
        Expression number = rows == null ? COMPUTED : MadeNodes.integer(rows);
        edits.replace(limit.span(), Piece.Made.of(new Limit(Span.NONE, number, null, false, false, false)));
    }

    /** Edits for units that must return all rows. */
    void remove(SqlEdits edits) {
        if (limit != null) {
            edits.replaceClause(limit.span());
        }
    }
}
