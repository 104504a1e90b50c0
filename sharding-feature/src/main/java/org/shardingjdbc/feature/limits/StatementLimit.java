package org.shardingjdbc.feature.limits;

import java.util.List;

/**
 * One limit: which statements it is for, and what is too much.
 *
 * @param tables logic tables, compared without case; a statement that names one of them is meant. Empty for all
 * @param readers names that {@link org.shardingjdbc.rule.hint.ShardingHint#setReader} gives; empty for everybody
 * @param exemptReaders readers for whom it does not hold
 * @param statements the kind
 * @param allDataNodes whether to reach all data nodes, where there are several, is too much
 * @param maxDataNodes how many may be reached; 0 for any number
 * @param maxRowsReturned how many rows the application may read of one execution; 0 for any number
 * @param maxRowsHeld how many rows a merge may hold at a time; 0 for any number
 * @param maxSeconds how long an execution may take until its first result is there; 0 for any time
 * @param action what becomes of what is beyond it
 * @param allowHintDisable whether a hint may switch it off
 */
public record StatementLimit(
        List<String> tables,
        List<String> readers,
        List<String> exemptReaders,
        LimitedStatements statements,
        boolean allDataNodes,
        int maxDataNodes,
        long maxRowsReturned,
        long maxRowsHeld,
        int maxSeconds,
        LimitAction action,
        boolean allowHintDisable) {
    /** Copies the lists. */
    public StatementLimit {
        tables = List.copyOf(tables);
        readers = List.copyOf(readers);
        exemptReaders = List.copyOf(exemptReaders);
    }

    /** Whether it bounds anything. */
    public boolean boundsAnything() {
        return allDataNodes || maxDataNodes > 0 || maxRowsReturned > 0 || maxRowsHeld > 0 || maxSeconds > 0;
    }

    /** What becomes of a statement that is beyond a limit. */
    public enum LimitAction {
        /** It is an error. */
        REFUSE,
        /** It goes on; its statement has an SQLWarning, and the log a line for each shape of statement. */
        WARN
    }

    /** Which statements a limit is for; calls of procedures may read and write, and are for each. */
    public enum LimitedStatements {
        /** Reads and writes. */
        ALL,
        /** Queries, those that lock rows among them. */
        READS,
        /** What changes rows. */
        WRITES
    }
}
