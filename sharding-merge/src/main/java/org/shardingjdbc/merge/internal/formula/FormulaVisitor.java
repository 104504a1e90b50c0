package org.shardingjdbc.merge.internal.formula;

import org.jspecify.annotations.Nullable;

/**
 * What is done with a formula, by what it is.
 *
 * @param <R> what comes of it, which may be null
 * @param <E> what it may throw
 */
public interface FormulaVisitor<R, E extends Exception> {
    @Nullable
    R visit(Formula.Column column) throws E;

    @Nullable
    R visit(Formula.Constant constant) throws E;

    @Nullable
    R visit(Formula.Approximate approximate) throws E;

    @Nullable
    R visit(Formula.StatementParameter parameter) throws E;

    @Nullable
    R visit(Formula.Arithmetic arithmetic) throws E;

    @Nullable
    R visit(Formula.Negative negative) throws E;

    @Nullable
    R visit(Formula.Compare compare) throws E;

    @Nullable
    R visit(Formula.In in) throws E;

    @Nullable
    R visit(Formula.Range range) throws E;

    @Nullable
    R visit(Formula.And and) throws E;

    @Nullable
    R visit(Formula.Or or) throws E;

    @Nullable
    R visit(Formula.Negation negation) throws E;

    @Nullable
    R visit(Formula.Coalesce coalesce) throws E;

    @Nullable
    R visit(Formula.IsNull isNull) throws E;
}
