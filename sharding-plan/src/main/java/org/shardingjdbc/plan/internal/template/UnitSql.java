package org.shardingjdbc.plan.internal.template;

/**
 * The actual SQL of one unit. Immutable as long as nobody writes to the array.
 *
 * @param sql with {@code ?} placeholders only
 * @param sources for each placeholder the 0-based index of the statement parameter (or of the generated key appended to
 *     them), or {@code -1 - slot} for a value that the execution computes
 */
@SuppressWarnings("ArrayRecordComponent")
public record UnitSql(String sql, int[] sources) {}
