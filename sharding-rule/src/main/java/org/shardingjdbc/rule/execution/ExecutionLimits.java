package org.shardingjdbc.rule.execution;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The limits of one execution. Immutable.
 *
 * @param warnings for the application, each an SQLWarning of its statement
 * @param limits in any order, several of one kind among them
 */
public record ExecutionLimits(List<String> warnings, List<Limit> limits) {
    /** No limits. */
    public static final ExecutionLimits NONE = new ExecutionLimits(List.of(), List.of());

    /** What a limit counts. */
    public enum Quantity {
        /** Rows that the application reads, of one execution. */
        ROWS_RETURNED,
        /** Rows that a merge or a scrollable result holds at a time. */
        ROWS_HELD,
        /** Seconds from the start of the execution until its first result is there. */
        SECONDS
    }

    /**
     * One limit.
     *
     * @param name as the configuration calls it
     * @param table which tables it is for, in words
     * @param most at least 1; more than that is too many
     * @param excess what happens to an execution that exceeds it
     */
    public record Limit(String name, String table, Quantity counted, long most, Excess excess) {}

    /** What happens to an execution that exceeds a limit. */
    public enum Excess {
        /** It ends with an error. */
        ERROR,
        /** It goes on, and the application gets an SQLWarning. */
        WARNING
    }

    /** Copies the lists. */
    public ExecutionLimits {
        warnings = List.copyOf(warnings);
        limits = List.copyOf(limits);
    }

    /** Whether there are neither limits nor warnings. */
    public boolean isEmpty() {
        return warnings.isEmpty() && limits.isEmpty();
    }

    /** These limits and others. */
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
     * The narrowest limit of a kind.
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
