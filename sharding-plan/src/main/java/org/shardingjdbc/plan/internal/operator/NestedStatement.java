package org.shardingjdbc.plan.internal.operator;

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

    /**
     * A query for the first rows of each data node: the merge of its ORDER BY and LIMIT is left to the one who asks. Or
     * a CREATE TABLE ... AS without rows: wherever the table is made, any actual tables of the query tell its columns.
     *
     * @param sql one SELECT with ORDER BY and LIMIT, or a CREATE TABLE ... AS
     */
    public static NestedStatement ofEachNode(String sql, int[] sources) {
        return new NestedStatement(NestedPart.FIRST_ROWS.mark() + sql, sources);
    }

    /** Its SQL for people. */
    public String text() {
        return part(sql) == NestedPart.FIRST_ROWS ? plainText(sql) + " (of each data node)" : plainText(sql);
    }

    /** What a text is planned as. */
    public static NestedPart part(String sql) {
        // most texts are the application's
        if (sql.startsWith("/*\0")) {
            for (NestedPart part : NestedPart.values()) {
                if (part != NestedPart.WHOLE && sql.startsWith(part.mark())) {
                    return part;
                }
            }
        }
        return NestedPart.WHOLE;
    }

    /** The text as SQL. */
    public static String plainText(String sql) {
        return sql.substring(part(sql).mark().length());
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
