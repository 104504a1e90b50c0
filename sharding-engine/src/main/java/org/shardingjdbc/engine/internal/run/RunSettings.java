package org.shardingjdbc.engine.internal.run;

import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * What an execution needs to know of its statement.
 *
 * @param statementClass decides about transactions and streaming
 * @param returnsRows whether the tasks return rows that the user reads
 * @param merged whether the rows of several tasks are merged, so that they are read side by side
 * @param fetchSize {@link java.sql.Statement#setFetchSize}, 0 when the user did not say; negative values go to the
 *     drivers that know them
 * @param queryTimeoutSeconds 0 for none
 * @param maxRowsPerTask how many rows a task returns at most, -1 when unknown
 */
public record RunSettings(
        StatementClass statementClass,
        boolean returnsRows,
        boolean merged,
        int fetchSize,
        int queryTimeoutSeconds,
        long maxRowsPerTask) {
    private static final RunSettings[] ROWS_OF_ONE = ofOne(true);
    private static final RunSettings[] COUNT_OF_ONE = ofOne(false);

    private static RunSettings[] ofOne(boolean returnsRows) {
        StatementClass[] classes = StatementClass.values();
        RunSettings[] settings = new RunSettings[classes.length];
        for (int i = 0; i < classes.length; i++) {
            settings[i] = new RunSettings(classes[i], returnsRows, false, 0, 0, -1);
        }
        return settings;
    }

    /** For one task of a statement on which nothing is set. */
    public static RunSettings plain(StatementClass statementClass, boolean returnsRows) {
        return (returnsRows ? ROWS_OF_ONE : COUNT_OF_ONE)[statementClass.ordinal()];
    }

    /** For work that returns no rows. */
    public static RunSettings update(StatementClass statementClass, int queryTimeoutSeconds) {
        return new RunSettings(statementClass, false, false, 0, queryTimeoutSeconds, -1);
    }
}
