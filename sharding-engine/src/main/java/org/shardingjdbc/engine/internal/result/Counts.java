package org.shardingjdbc.engine.internal.result;

import java.sql.Statement;

/** Update counts where JDBC wants them as ints. */
public final class Counts {
    private Counts() {}

    /** What does not fit is the largest int, not a wrong number. */
    public static int toInt(long count) {
        return (int) Math.min(Integer.MAX_VALUE, count);
    }

    public static int[] toInts(long[] counts) {
        int[] ints = new int[counts.length];
        for (int i = 0; i < counts.length; i++) {
            ints[i] = counts[i] > Integer.MAX_VALUE ? Statement.SUCCESS_NO_INFO : (int) counts[i];
        }
        return ints;
    }
}
