package io.shardingjdbc.jdbc.internal.plan;

import java.util.Arrays;

/**
 * A statement that is executed on behalf of another, through the same session: logic SQL, planned like any other.
 * Immutable.
 *
 * @param sql logic SQL
 * @param sources where the value of each of its {@code ?} comes from, in text order: the 0-based parameter of the outer
 *     statement, or {@code -1 - n} for the n-th of the values that the execution itself supplies
 */
@SuppressWarnings("ArrayRecordComponent")
public record NestedStatement(String sql, int[] sources) {
    public NestedStatement {
        sources = sources.clone();
    }

    @Override
    public int[] sources() {
        return sources.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NestedStatement that && sql.equals(that.sql) && Arrays.equals(sources, that.sources);
    }

    @Override
    public int hashCode() {
        return sql.hashCode();
    }

    @Override
    public String toString() {
        return sql + " " + Arrays.toString(sources);
    }
}
