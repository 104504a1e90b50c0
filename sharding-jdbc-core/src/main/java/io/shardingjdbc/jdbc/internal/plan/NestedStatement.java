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
    /** A comment that nobody writes. */
    private static final String OF_EACH_NODE = "/*\0 of each data node */ ";

    public NestedStatement {
        sources = sources.clone();
    }

    /**
     * A query for the first rows of each data node: the merge of its ORDER BY and LIMIT is left to the one who asks.
     *
     * @param sql one SELECT with ORDER BY and LIMIT
     */
    static NestedStatement ofEachNode(String sql, int[] sources) {
        return new NestedStatement(OF_EACH_NODE + sql, sources);
    }

    /** Its SQL for people. */
    public String text() {
        return isOfEachNode(sql) ? plainText(sql) + " (of each data node)" : sql;
    }

    /** Whether a text is one of {@link #ofEachNode}. */
    static boolean isOfEachNode(String sql) {
        return sql.startsWith(OF_EACH_NODE);
    }

    /** The text as SQL. */
    static String plainText(String sql) {
        return isOfEachNode(sql) ? sql.substring(OF_EACH_NODE.length()) : sql;
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
        return text() + " " + Arrays.toString(sources);
    }
}
