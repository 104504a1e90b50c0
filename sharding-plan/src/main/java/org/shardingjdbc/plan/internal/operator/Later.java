package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.plan.internal.nested.Variants;

/**
 * A part of a plan that is not planned with the text, for one of a few reasons, but when the first execution needs it.
 * Then the part is kept, unless it has to be planned again. Safe for all threads; when two threads plan it at the same
 * time, either result serves.
 *
 * @param <K> the key by which the part is planned, such as why an execution is refused
 * @param <T> the part
 */
public final class Later<K, T> implements Operator {
    private final Reason reason;
    private final Planning<K, T> planning;
    private final Variants<K, T> planned = new Variants<>();

    /**
     * Plans the part. Immutable, safe for all threads.
     *
     * @param <K> the key by which the part is planned
     * @param <T> the part
     */
    public interface Planning<K, T> {
        /** The part; null where there is none any more. */
        @Nullable
        T plan(K by);

        /** Whether a planned part is kept; null never is. */
        boolean lasts(T planned);
    }

    /**
     * Why a part is not planned with the text, and what bounds its planning. Parts are kept by the reasons for which
     * executions are refused, which are a few codes; {@link Variants} keeps 16 at most.
     */
    public enum Reason {
        /**
         * The text chooses one data node: only a hint chooses several, or a parameter from which no data node follows.
         * Such statements are by far the most frequent, and the work of several data nodes costs a multiple of theirs
         * to plan. The statement is planned once more at most. That plan is kept, with the steps that answer refused
         * executions, and has all that this one has not.
         */
        ONE_NODE,
        /**
         * Data nodes are proved to answer the statement; an execution is refused only for a value that does not route,
         * or rows in no known order. Most such statements are never refused, and steps are the most expensive part of
         * planning. The steps are kept by why an execution was refused; they follow from that reason and the text
         * alone.
         */
        PROVED,
        /**
         * The subqueries are executed first; other steps are needed only for values that cannot be bound. These are
         * planned by the later ways, of which none executes subqueries first, so that planning ends here. They are
         * kept.
         */
        SUBQUERIES_FIRST,
        /**
         * The steps for the refusal of the text are planned. Only values lead to a refusal for another reason, one of
         * the few codes of routing. The steps for such a reason are kept by it.
         */
        REFUSED_BY_VALUES,
        /**
         * The plan was made to see whether data nodes answer a part of another statement. If they do, it is that part's
         * plan; only values that do not route need its steps, which are kept then. If they do not, the plan is thrown
         * away. If steps were planned at once, trials would try parts of parts.
         */
        TRIED,
        /**
         * The statement defines or drops names; what exists under them is looked up when it is executed. Never kept, as
         * each execution changes that. The statement is a definition, whose cost is that of the databases.
         */
        DEFINES,
        /**
         * There was no way, or a database that has to be asked did not answer. It is asked again, once for each refused
         * execution. The part is kept as soon as there is one.
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

    /** The part for that key; null where the planning gives none. */
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

    /** Equal for the same reason and the same planning, whatever was planned so far. */
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

    /** Empty: the part does not belong to the plan yet. */
    @Override
    public List<Operator> inputs() {
        return List.of();
    }
}
