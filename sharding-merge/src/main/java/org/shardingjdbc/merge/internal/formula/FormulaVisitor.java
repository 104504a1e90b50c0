package org.shardingjdbc.merge.internal.formula;

import org.jspecify.annotations.Nullable;

/**
 * What is done with a formula, by what it is.
 *
 * @param <R> what comes of it
 * @param <E> what it may throw
 */
public interface FormulaVisitor<R extends @Nullable Object, E extends Exception> {
    R visit(Formula.Column column) throws E;

    R visit(Formula.Constant constant) throws E;

    R visit(Formula.StatementParameter parameter) throws E;

    R visit(Formula.Arithmetic arithmetic) throws E;

    R visit(Formula.Compare compare) throws E;

    R visit(Formula.And and) throws E;

    R visit(Formula.Or or) throws E;

    R visit(Formula.Negation negation) throws E;

    R visit(Formula.Coalesce coalesce) throws E;

    R visit(Formula.IsNull isNull) throws E;
}
