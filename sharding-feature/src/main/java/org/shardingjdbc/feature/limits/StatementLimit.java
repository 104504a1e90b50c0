package org.shardingjdbc.feature.limits;

import java.util.List;

/**
 * One limit: the statements that it is for, and what is too much. Immutable.
 *
 * <pre>{@code
 * StatementLimit.builder().tables(List.of("t_order")).maxDataNodes(4).action(LimitAction.WARN).build();
 * }</pre>
 *
 * @param tables logic tables, compared without case; the limit is for statements that name one of them. Empty for all
 * @param readers names that {@link org.shardingjdbc.rule.hint.ShardingHint#setReader} gives; empty for everybody
 * @param exemptReaders readers for whom the limit does not hold
 * @param statements the kind of statements
 * @param allDataNodes whether it is too much to reach all data nodes, where there are several
 * @param maxDataNodes how many data nodes an execution may reach; 0 for any number
 * @param maxRowsReturned how many rows the application may read of one execution; 0 for any number
 * @param maxRowsHeld how many rows a merge may hold at a time; 0 for any number
 * @param maxSeconds how long an execution may take until its first result is there; 0 for any time
 * @param action what happens to a statement beyond the limit
 * @param allowHintDisable whether a hint may switch the limit off
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
     * A builder of a limit that bounds nothing yet. It is for all statements on all tables, by anybody, and refuses
     * statements beyond it.
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Whether the limit bounds anything. */
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

        /** The logic tables that the limit is for; empty for all. */
        public Builder tables(List<String> value) {
            tables = value;
            return this;
        }

        /** The readers that the limit is for; empty for everybody. */
        public Builder readers(List<String> value) {
            readers = value;
            return this;
        }

        /** The readers for whom the limit does not hold. */
        public Builder exemptReaders(List<String> value) {
            exemptReaders = value;
            return this;
        }

        /** The kind of statements. */
        public Builder statements(LimitedStatements value) {
            statements = value;
            return this;
        }

        /** Whether it is too much to reach all data nodes. */
        public Builder allDataNodes(boolean value) {
            allDataNodes = value;
            return this;
        }

        /** How many data nodes an execution may reach; 0 for any number. */
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

        /** How many seconds an execution may take until its first result is there; 0 for any time. */
        public Builder maxSeconds(int value) {
            maxSeconds = value;
            return this;
        }

        /** What happens to a statement beyond the limit. */
        public Builder action(LimitAction value) {
            action = value;
            return this;
        }

        /** Whether a hint may switch the limit off. */
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

    /** What happens to a statement beyond a limit. */
    public enum LimitAction {
        /** The statement fails. */
        REFUSE,
        /** The statement goes on with an SQLWarning, and the log has a line for each shape of statement. */
        WARN
    }

    /**
     * The kind of statements that a limit is for. Every kind includes calls of procedures, which may read and write.
     */
    public enum LimitedStatements {
        /** Reads and writes. */
        ALL,
        /** Queries, including those that lock rows. */
        READS,
        /** Statements that change rows. */
        WRITES
    }
}
