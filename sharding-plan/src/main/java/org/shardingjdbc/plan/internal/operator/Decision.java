package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * Whether there is a way to answer something. Immutable.
 *
 * @param <T> the way: a plan, an execution, steps
 */
public sealed interface Decision<T> {
    /** There is a way. */
    record Proved<T>(T way) implements Decision<T> {}

    /**
     * There is no way; the tree of a plan ends there.
     *
     * @param reason may be kept for other executions: each raises it as a new exception
     */
    record Refused<T>(ShardingException reason) implements Decision<T>, Operator {
        /** The same refusal of something else for which there is no way either. */
        public <U> Refused<U> elsewhere() {
            return new Refused<>(reason);
        }

        @Override
        public boolean isLasting() {
            return reason.code().category() == ErrorCategory.UNSUPPORTED && reason.code() != ErrorCode.FUNCTION_UNKNOWN;
        }

        @Override
        public String word() {
            return "Refused";
        }

        @Override
        public String detail() {
            return reason.getMessage();
        }

        @Override
        public List<Operator> inputs() {
            return List.of();
        }
    }

    /** @param way null where there is none */
    static <T> Decision<T> of(@Nullable T way, ShardingException refusal) {
        return way == null ? new Refused<>(refusal) : new Proved<>(way);
    }

    /**
     * Turns what a lower layer raises into a refusal: the parser, the binder, the router. Planning itself returns
     * refusals as values.
     *
     * @throws ShardingException that is no refusal but a defect of such a layer
     */
    static <T> Decision<T> ofLower(Supplier<T> giving) {
        try {
            return new Proved<>(giving.get());
        } catch (ShardingException raised) {
            if (raised.code().category() == ErrorCategory.BUG) {
                throw raised;
            }
            return new Refused<>(raised);
        }
    }

    /**
     * A decision for which databases are asked; refused where one does not answer. Reasons why no rule proves a
     * statement are values already. If one is raised all the same, it is a defect, and is not taken for a database that
     * did not answer.
     */
    static <T> Decision<T> ofDatabases(Supplier<Decision<T>> deciding) {
        try {
            return deciding.get();
        } catch (ShardingException raised) {
            ErrorCategory category = raised.code().category();
            if (category == ErrorCategory.UNSUPPORTED || category == ErrorCategory.BUG) {
                throw raised;
            }
            return new Refused<>(raised);
        }
    }

    /**
     * A decision by walks over a tree; refused where the tree nests deeper than the stack of the thread reaches. A tree
     * is read on a stack of its own where needed, but planned on that of the application.
     */
    static <T> Decision<T> ofDeep(Supplier<Decision<T>> deciding) {
        try {
            return deciding.get();
        } catch (StackOverflowError nested) {
            return new Refused<>(new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX));
        }
    }

    /**
     * The ways of all parts. Refused with the reason of the first part without a way; no later part is decided then.
     */
    static <P, T> Decision<List<T>> all(Iterable<? extends P> parts, Function<? super P, Decision<T>> deciding) {
        List<T> ways = new ArrayList<>();
        for (P part : parts) {
            Decision<T> one = deciding.apply(part);
            if (one instanceof Refused<T> refused) {
                return new Refused<>(refused.reason);
            }
            ways.add(one.proved());
        }
        return new Proved<>(ways);
    }

    /** Maps the way, if there is one; else keeps the reason. */
    default <U> Decision<U> then(Function<? super T, ? extends U> next) {
        return this instanceof Refused<T> refused
                ? new Refused<>(refused.reason)
                : new Proved<>(next.apply(((Proved<T>) this).way));
    }

    /** Decides further, if there is a way; else keeps the reason. */
    default <U> Decision<U> decide(Function<? super T, Decision<U>> next) {
        return this instanceof Refused<T> refused ? new Refused<>(refused.reason) : next.apply(((Proved<T>) this).way);
    }

    /**
     * This decision, if it is one about a proof: whether some rule proves the statement.
     *
     * @throws ShardingException the reason, where something is wrong with the text or its values
     */
    default Decision<T> ofProof() {
        if (this instanceof Refused<T> refused && refused.reason.code().category() != ErrorCategory.UNSUPPORTED) {
            throw refused.reason.again();
        }
        return this;
    }

    /** Whether deciding again would give the same: false when a database could not be asked. */
    default boolean isLasting() {
        return true;
    }

    default boolean isProved() {
        return this instanceof Proved;
    }

    /**
     * The way.
     *
     * @throws ShardingException the refusal, as a new one of this execution
     */
    default T proved() {
        if (this instanceof Refused<T> refused) {
            throw refused.reason.again();
        }
        return ((Proved<T>) this).way;
    }
}
