package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

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
    private final Function<K, T> planning;
    private final Predicate<T> lasts;
    private final Variants<K, T> planned = new Variants<>();

    /** Why it is not planned with the text. */
    public enum Reason {
        /**
         * The text chooses one data node: only a hint chooses several, or a parameter that no data node is told from.
         */
        ONE_NODE,
        /** Data nodes are proved to answer it: only a value does not route, or rows have no order that is known. */
        PROVED,
        /** Its subqueries are executed first: only what some of them find cannot be bound. */
        SUBQUERIES_FIRST,
        /** What its text is refused for has been planned: only values make it refused for something else. */
        REFUSED_BY_VALUES,
        /** It is the plan of many texts that differ in literals, each of which has a plan of its own for that. */
        MANY_TEXTS,
        /** It was made to see whether data nodes answer a part of another statement. */
        TRIED,
        /** What there is by the names that it defines is looked at when it is executed. */
        DEFINES,
        /** There was no way, or a database did not answer that has to be asked: it is asked again. */
        ASKED_AGAIN
    }

    /** @param lasts whether what was planned is kept */
    public Later(Reason reason, Function<K, T> planning, Predicate<T> lasts) {
        this.reason = reason;
        this.planning = planning;
        this.lasts = lasts;
    }

    /** What is planned by that. */
    public T of(K by) {
        return planned.get(by, planning, lasts);
    }

    @Override
    public String detail() {
        return reason.name();
    }

    /** Nothing: it is none of the plan yet. */
    @Override
    public List<Operator> inputs() {
        return List.of();
    }
}
