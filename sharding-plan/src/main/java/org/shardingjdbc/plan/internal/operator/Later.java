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

    /**
     * Why it is not planned with the text, and what bounds it. What is kept is so by why executions are refused, which
     * are a few codes; {@link Variants} keeps 16 at most.
     */
    public enum Reason {
        /**
         * The text chooses one data node: only a hint chooses several, or a parameter that no data node is told from.
         * It is by far the most frequent statement, and what several do costs a multiple of it to plan. The statement
         * is planned once more at most: that plan is kept, with the steps that answer what is refused, and says all
         * that this one does not.
         */
        ONE_NODE,
        /**
         * Data nodes are proved to answer it: only a value does not route, or rows have no order that is known. Most
         * such statements are never refused, and steps are the dearest part of planning. They are kept, by why an
         * execution was refused; what they are follows from that and the text alone.
         */
        PROVED,
        /**
         * Its subqueries are executed first: only what some of them find cannot be bound. What is done then is planned
         * by the ways behind that one, of which none executes subqueries first, so that it ends here; it is kept.
         */
        SUBQUERIES_FIRST,
        /**
         * What its text is refused for has been planned: only values make it refused for something else, which are the
         * few codes that routing has. The steps are kept, by what that is.
         */
        REFUSED_BY_VALUES,
        /**
         * It was made to see whether data nodes answer a part of another statement. Where they do it is that part's
         * plan, and only values that do not route ask for its steps, which are kept then; where they do not it is
         * thrown away. Planned at once, trials would try parts of parts.
         */
        TRIED,
        /**
         * What there is by the names that it defines or drops is looked at when it is executed: never kept, as each
         * execution changes that. It is a definition, whose cost is that of the databases.
         */
        DEFINES,
        /**
         * There was no way, or a database did not answer that has to be asked: it is asked again, once for each
         * execution that is refused. Kept as soon as there is one.
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
