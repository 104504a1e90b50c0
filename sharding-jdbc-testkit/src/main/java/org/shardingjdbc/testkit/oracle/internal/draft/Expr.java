package org.shardingjdbc.testkit.oracle.internal.draft;

import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/**
 * A generated expression.
 *
 * @param sql its text
 * @param level how loosely its outermost operator binds: one of the constants here
 * @param type what it yields
 * @param canonical whether equal values look equal too; not so for 'a' = 'A' under a collation, or for 1.0 = 1.00
 * @param bound no value is farther from 0, for numbers; infinite where nothing is known
 */
public record Expr(String sql, int level, ValueType type, boolean canonical, double bound) {
    public static final int ATOM = 0;
    public static final int PRODUCT = 1;
    public static final int SUM = 2;
    public static final int PREDICATE = 3;
    public static final int NOT = 4;
    public static final int AND = 5;
    public static final int OR = 6;

    public static Expr atom(String sql, ValueType type) {
        return new Expr(sql, ATOM, type, true, Double.POSITIVE_INFINITY);
    }

    public static Expr bool(String sql, int level) {
        return new Expr(sql, level, ValueType.BOOLEAN, true, 1);
    }

    /** The text, in parentheses if its operator binds looser than that level. */
    public String at(int wanted) {
        return level <= wanted ? sql : "(" + sql + ")";
    }

    /** The text as an operand of a comparison. */
    public String operand() {
        return at(SUM);
    }

    public Expr canonical(boolean value) {
        return new Expr(sql, level, type, value, bound);
    }

    public Expr bound(double value) {
        return new Expr(sql, level, type, canonical, value);
    }
}
