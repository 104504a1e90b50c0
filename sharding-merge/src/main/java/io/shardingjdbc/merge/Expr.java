package io.shardingjdbc.merge;

import java.util.List;

/**
 * Comparison and plain arithmetic over a merged row: what HAVING and select items above merged aggregates may consist of. Truth
 * values are three-valued as in SQL.
 */
public sealed interface Expr {
    /** A column of the merged row, 1-based. */
    record Column(int column) implements Expr {}

    /** A constant: Long, BigInteger, BigDecimal, String, Boolean or null. */
    record Constant(Object value) implements Expr {}

    /** A statement parameter, 0-based. */
    record StatementParameter(int index) implements Expr {}

    /** {@code + - *} on exact numbers. */
    record Arithmetic(char operator, Expr left, Expr right) implements Expr {}

    /** One of {@code = <> < <= > >=}; strings compare by {@code order}. */
    record Compare(String operator, Expr left, Expr right, ValueOrder order) implements Expr {}

    /** AND over all. */
    record And(List<Expr> operands) implements Expr {}

    /** OR over all. */
    record Or(List<Expr> operands) implements Expr {}

    /** NOT. */
    record Negation(Expr operand) implements Expr {}

    /** {@code IS NULL}. */
    record IsNull(Expr operand) implements Expr {}
}
