package org.shardingjdbc.parser.internal.ast;

/** A comparison of two values. */
public enum ComparisonOperator {
    EQUAL("="),
    NOT_EQUAL("<>"),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">="),
    /** {@code <=>} of MySQL, {@code IS NOT DISTINCT FROM}. */
    NULL_SAFE_EQUAL("IS NOT DISTINCT FROM"),
    /** {@code IS DISTINCT FROM}. */
    DISTINCT_FROM("IS DISTINCT FROM");

    private final String text;

    ComparisonOperator(String text) {
        this.text = text;
    }

    /** The standard spelling. */
    public String text() {
        return text;
    }

    /** The operator that holds for the same operands in the opposite order. */
    public ComparisonOperator mirrored() {
        return switch (this) {
            case LESS -> GREATER;
            case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
            case GREATER -> LESS;
            case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
            case EQUAL, NOT_EQUAL, NULL_SAFE_EQUAL, DISTINCT_FROM -> this;
        };
    }
}
