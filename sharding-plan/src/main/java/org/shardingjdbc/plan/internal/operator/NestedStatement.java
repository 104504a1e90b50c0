package org.shardingjdbc.plan.internal.operator;

import java.util.Arrays;

/**
 * A statement that is executed on behalf of another, through the same session: logic SQL, planned like any other.
 * Immutable.
 *
 * @param sql logic SQL
 * @param part what it is planned as
 * @param sources where the value of each of its {@code ?} comes from, in text order: the 0-based parameter of the outer
 *     statement, or {@code -1 - n} for the n-th of the values that the execution itself supplies
 */
@SuppressWarnings("ArrayRecordComponent")
public record NestedStatement(String sql, NestedPart part, int[] sources) {
    public NestedStatement {
        sources = sources.clone();
    }

    /** A whole statement. */
    public NestedStatement(String sql, int[] sources) {
        this(sql, NestedPart.WHOLE, sources);
    }

    /** The same with more text at its end. */
    public NestedStatement and(String text) {
        return new NestedStatement(sql + text, part, sources);
    }

    /** Its SQL for people. */
    public String text() {
        return part == NestedPart.FIRST_ROWS ? sql + " (of each data node)" : sql;
    }

    @Override
    public int[] sources() {
        return sources.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NestedStatement that
                && sql.equals(that.sql)
                && part == that.part
                && Arrays.equals(sources, that.sources);
    }

    @Override
    public int hashCode() {
        return sql.hashCode();
    }

    @Override
    public String toString() {
        return text() + " " + Arrays.toString(sources);
    }
}
