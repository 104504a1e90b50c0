package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.nested.Variants;

/**
 * A part of a plan that is not planned with its text, for one of a few reasons, but when the first execution needs it;
 * then it is kept, unless it is to be looked for again. Safe for all threads; of two that are planned at a time either
 * serves.
 *
 * @param <K> what is planned by, such as why an execution is refused
 * @param <T> what is planned
 */
public final class Later<K, T> implements Operator {
    private final Reason reason;
    private final Planning<K, T> planning;
    private final Variants<K, T> planned = new Variants<>();

    /**
     * Plans it. Immutable, safe for all threads.
     *
     * @param <K> what is planned by
     * @param <T> what is planned
     */
    public interface Planning<K, T> {
        /** Null where there is none any more. */
        @Nullable
        T plan(K by);

        /** Whether what was planned is kept; null is not. */
        boolean lasts(T planned);
    }

    /** Why it is not planned with the text. */
    public enum Reason {
        /**
         * The text chooses one data node: only a hint chooses several, or a parameter that no data node is told from.
         * What several do is kept from then on, with the steps that answer what is refused.
         */
        ONE_NODE,
        /**
         * Data nodes are proved to answer it: only a value does not route, or rows have no order that is known. The
         * steps are kept, by why an execution was refused.
         */
        PROVED,
        /**
         * Its subqueries are executed first: only what some of them find cannot be bound. What is done then is kept.
         */
        SUBQUERIES_FIRST,
        /**
         * What its text is refused for has been planned: only values make it refused for something else. The steps are
         * kept, by what that is.
         */
        REFUSED_BY_VALUES,
        /**
         * It was made to see whether data nodes answer a part of another statement. Where they do it is that part's
         * plan, and only values that do not route ask for its steps, which are kept then.
         */
        TRIED,
        /** What there is by the names that it defines or drops is looked at when it is executed: never kept. */
        DEFINES,
        /**
         * There was no way, or a database did not answer that has to be asked: it is asked again. Kept as soon as there
         * is one.
         */
        ASKED_AGAIN
    }

    public Later(Reason reason, Planning<K, T> planning) {
        this.reason = reason;
        this.planning = planning;
    }

    public Reason reason() {
        return reason;
    }

    /** What is planned by that; null where the planning gives none. */
    public T of(K by) {
        return planned.get(by, planning::plan, planning::lasts);
    }

    @Override
    public String word() {
        return "Later";
    }

    @Override
    public String detail() {
        return reason.name();
    }

    /** Of the same reason and the same planning, whatever was planned so far. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Later<?, ?> later && reason == later.reason && planning.equals(later.planning);
    }

    @Override
    public int hashCode() {
        return 31 * reason.hashCode() + planning.hashCode();
    }

    @Override
    public String toString() {
        return "Later[" + reason + ", " + planning + "]";
    }

    /** Nothing: it is none of the plan yet. */
    @Override
    public List<Operator> inputs() {
        return List.of();
    }
}
