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
    /** There is one. */
    record Proved<T>(T way) implements Decision<T> {}

    /**
     * There is none; the tree of a plan ends there.
     *
     * @param reason may be kept for other executions: it is raised as a new one
     */
    record Refused<T>(ShardingException reason) implements Decision<T>, Operator {
        /** The same reason, of something else that there is no way to answer either. */
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
     * What a lower layer gives, which raises what it refuses: the parser, the binder, the router. Planning itself says
     * why it refuses as a value.
     *
     * @throws ShardingException what is no answer but a defect of such a layer
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
     * What is decided where databases are asked, which may not answer; refused then. Why no rule proves a statement is
     * a value already: raised, it is a defect like any other one, and not taken for a database that did not answer.
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
     * What is decided by walks over a tree, which may nest deeper than the stack of the thread reaches; refused then. A
     * tree is read on a stack of its own where it has to be, and planned on that of the application.
     */
    static <T> Decision<T> ofDeep(Supplier<Decision<T>> deciding) {
        try {
            return deciding.get();
        } catch (StackOverflowError nested) {
            return new Refused<>(new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX));
        }
    }

    /** The ways of all parts; the reason of the first that has none, behind which none is asked. */
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

    /** What follows where there is a way; the same reason where there is none. */
    default <U> Decision<U> then(Function<? super T, ? extends U> next) {
        return this instanceof Refused<T> refused
                ? new Refused<>(refused.reason)
                : new Proved<>(next.apply(((Proved<T>) this).way));
    }

    /** What is decided next where there is a way; the same reason where there is none. */
    default <U> Decision<U> decide(Function<? super T, Decision<U>> next) {
        return this instanceof Refused<T> refused ? new Refused<>(refused.reason) : next.apply(((Proved<T>) this).way);
    }

    /**
     * This one, where it is a decision: whether some rule proves it.
     *
     * @throws ShardingException the reason, where something is wrong with the text or its values
     */
    default Decision<T> ofProof() {
        if (this instanceof Refused<T> refused && refused.reason.code().category() != ErrorCategory.UNSUPPORTED) {
            throw refused.reason.again();
        }
        return this;
    }

    /** Whether asking again would give the same: not when a database could not be asked. */
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
