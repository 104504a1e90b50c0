package org.shardingjdbc.feature.limits;

import java.util.List;

/**
 * One limit: which statements it is for, and what is too much. Immutable.
 *
 * <pre>{@code
 * StatementLimit.builder().tables(List.of("t_order")).maxDataNodes(4).action(LimitAction.WARN).build();
 * }</pre>
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
    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException when a number is negative
     */
    public StatementLimit {
        if (maxDataNodes < 0 || maxRowsReturned < 0 || maxRowsHeld < 0 || maxSeconds < 0) {
            throw new IllegalArgumentException("a limit is 1 or more, or 0 for none");
        }
        tables = List.copyOf(tables);
        readers = List.copyOf(readers);
        exemptReaders = List.copyOf(exemptReaders);
    }

    /**
     * A builder of a limit that bounds nothing yet: for all statements on all tables, by anybody; what is beyond is
     * refused.
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Whether it bounds anything. */
    public boolean boundsAnything() {
        return allDataNodes || maxDataNodes > 0 || maxRowsReturned > 0 || maxRowsHeld > 0 || maxSeconds > 0;
    }

    /** Collects the parts of a limit. Not thread-safe. */
    public static final class Builder {
        private List<String> tables = List.of();
        private List<String> readers = List.of();
        private List<String> exemptReaders = List.of();
        private LimitedStatements statements = LimitedStatements.ALL;
        private boolean allDataNodes;
        private int maxDataNodes;
        private long maxRowsReturned;
        private long maxRowsHeld;
        private int maxSeconds;
        private LimitAction action = LimitAction.REFUSE;
        private boolean allowHintDisable;

        private Builder() {}

        /** The logic tables that it is for; empty for all. */
        public Builder tables(List<String> value) {
            tables = value;
            return this;
        }

        /** Whom it is for; empty for everybody. */
        public Builder readers(List<String> value) {
            readers = value;
            return this;
        }

        /** For whom it does not hold. */
        public Builder exemptReaders(List<String> value) {
            exemptReaders = value;
            return this;
        }

        /** The kind of statements. */
        public Builder statements(LimitedStatements value) {
            statements = value;
            return this;
        }

        /** Whether to reach all data nodes is too much. */
        public Builder allDataNodes(boolean value) {
            allDataNodes = value;
            return this;
        }

        /** How many may be reached; 0 for any number. */
        public Builder maxDataNodes(int value) {
            maxDataNodes = value;
            return this;
        }

        /** How many rows the application may read; 0 for any number. */
        public Builder maxRowsReturned(long value) {
            maxRowsReturned = value;
            return this;
        }

        /** How many rows a merge may hold at a time; 0 for any number. */
        public Builder maxRowsHeld(long value) {
            maxRowsHeld = value;
            return this;
        }

        /** How long it may take until the first result is there; 0 for any time. */
        public Builder maxSeconds(int value) {
            maxSeconds = value;
            return this;
        }

        /** What becomes of what is beyond it. */
        public Builder action(LimitAction value) {
            action = value;
            return this;
        }

        /** Whether a hint may switch it off. */
        public Builder allowHintDisable(boolean value) {
            allowHintDisable = value;
            return this;
        }

        /** @throws IllegalArgumentException when a number is negative */
        public StatementLimit build() {
            return new StatementLimit(
                    tables,
                    readers,
                    exemptReaders,
                    statements,
                    allDataNodes,
                    maxDataNodes,
                    maxRowsReturned,
                    maxRowsHeld,
                    maxSeconds,
                    action,
                    allowHintDisable);
        }
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
