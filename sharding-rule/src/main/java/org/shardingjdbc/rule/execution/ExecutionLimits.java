package org.shardingjdbc.rule.execution;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What bounds one execution. Immutable.
 *
 * @param warnings what the application is told, each an SQLWarning of its statement
 * @param limits in any order, several of one kind among them
 */
public record ExecutionLimits(List<String> warnings, List<Limit> limits) {
    /** Nothing bounds it. */
    public static final ExecutionLimits NONE = new ExecutionLimits(List.of(), List.of());

    /** What a limit counts. */
    public enum Quantity {
        /** Rows that the application reads, of one execution. */
        ROWS_RETURNED,
        /** Rows that a merge or a scrollable result holds at a time. */
        ROWS_HELD,
        /** Seconds from the begin of the execution until its first result is there. */
        SECONDS
    }

    /**
     * One bound.
     *
     * @param name as the configuration calls it
     * @param table which tables it is for, in words
     * @param most at least 1; more than that is too many
     * @param excess what becomes of an execution that goes beyond
     */
    public record Limit(String name, String table, Quantity counted, long most, Excess excess) {}

    /** What becomes of an execution that goes beyond a limit. */
    public enum Excess {
        /** It ends with an error. */
        ERROR,
        /** It goes on, and the application is told by an SQLWarning. */
        WARNING
    }

    /** Copies the lists. */
    public ExecutionLimits {
        warnings = List.copyOf(warnings);
        limits = List.copyOf(limits);
    }

    /** Whether nothing bounds it and nothing is told. */
    public boolean isEmpty() {
        return warnings.isEmpty() && limits.isEmpty();
    }

    /** These and others. */
    public ExecutionLimits and(ExecutionLimits others) {
        if (others.isEmpty()) {
            return this;
        }
        if (isEmpty()) {
            return others;
        }
        List<String> allWarnings = new ArrayList<>(warnings);
        allWarnings.addAll(others.warnings);
        List<Limit> allLimits = new ArrayList<>(limits);
        allLimits.addAll(others.limits);
        return new ExecutionLimits(allWarnings, allLimits);
    }

    /**
     * The narrowest bound of a kind.
     *
     * @return null when there is none
     */
    public @Nullable Limit narrowest(Quantity counted, Excess excess) {
        Limit narrowest = null;
        for (Limit limit : limits) {
            boolean asked = limit.counted == counted && limit.excess == excess;
            if (asked && (narrowest == null || limit.most < narrowest.most)) {
                narrowest = limit;
            }
        }
        return narrowest;
    }
}
