package org.shardingjdbc.transaction.xa.crash;

import java.util.List;
import org.shardingjdbc.transaction.xa.ToldStatements;

/** Where in the protocol of a transaction over two data sources a process dies, seen from its databases. */
enum StopPoint {
    BEFORE_PREPARE("PREPARE", 0),
    BETWEEN_PREPARES("PREPARE", 1),
    /** Both are prepared, and nothing is decided. */
    AFTER_PREPARES("PREPARE", 2),
    /** The decision is in the log, and no database knows it. */
    AFTER_DECISION("COMMIT", 0),
    BETWEEN_COMMITS("COMMIT", 1),
    AFTER_COMMITS("COMMIT", 2),
    /** Wherever it is when somebody else kills it. */
    ANYWHERE("", -1),
    /** One data source has committed, without a first phase, and the other has not. */
    BETWEEN_LOCAL_COMMITS(ToldStatements.COMMIT, 1);

    /** Those that a two-phase commit passes. */
    static final List<StopPoint> OF_XA = List.of(
            BEFORE_PREPARE, BETWEEN_PREPARES, AFTER_PREPARES, AFTER_DECISION, BETWEEN_COMMITS, AFTER_COMMITS, ANYWHERE);

    private final String word;
    private final int done;

    /**
     * @param word in the statements of that phase
     * @param done how many of them the databases have executed when the process dies
     */
    StopPoint(String word, int done) {
        this.word = word;
        this.done = done;
    }

    /** Whether to die before that statement is sent. */
    boolean isBefore(String sql, int executed) {
        return done == 0 && executed == 0 && isOfPhase(sql);
    }

    /** Whether to die when that statement was executed, the last of so many of its phase. */
    boolean isAfter(String sql, int executed) {
        return done > 0 && executed == done && isOfPhase(sql);
    }

    /** Of the second phase are only commits of what was prepared. */
    boolean isOfPhase(String sql) {
        if (this == BETWEEN_LOCAL_COMMITS) {
            return sql.equals(word);
        }
        boolean first = sql.startsWith("PREPARE") || sql.startsWith("XA PREPARE");
        boolean second = sql.startsWith("COMMIT PREPARED") || sql.startsWith("XA COMMIT");
        return word.equals("PREPARE") ? first : word.equals("COMMIT") && second && !sql.endsWith("ONE PHASE");
    }
}
