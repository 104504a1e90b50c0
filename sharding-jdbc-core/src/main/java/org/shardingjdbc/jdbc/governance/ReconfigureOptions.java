package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one configuration follows another: whether it must be known that nothing runs by the old one any more, and
 * whether the other instances are waited for. Immutable.
 *
 * <p>Both may be asked for at once. With newcomers that {@linkplain Newcomers#GO_ON go on} the handover of this
 * instance comes first, and where its limit is over the change ends there, so that nobody waits for the other instances
 * and nothing is undone. With newcomers that {@linkplain Newcomers#WAIT wait} all instances hand over at once: no
 * statement by the new configuration, on any of them, overlaps one by the old.
 *
 * <pre>{@code
 * dataSource.reconfigure(
 *         next,
 *         ReconfigureOptions.builder()
 *                 .handover(Newcomers.GO_ON, Duration.ofSeconds(20))
 *                 .awaitInstances(Duration.ofSeconds(10))
 *                 .build());
 * }</pre>
 */
public final class ReconfigureOptions {
    /** The new configuration is used at once; waits for nothing. */
    public static final ReconfigureOptions AT_ONCE = builder().build();

    private final @Nullable Newcomers newcomers;
    private final Duration limit;
    private final Between between;
    private final @Nullable Duration instances;
    private final boolean rollBack;

    /** What happens to statements that begin while those of the old configuration end. */
    public enum Newcomers {
        /**
         * They wait. So statements of the two never overlap. What belongs to a transaction, or has an open result, of
         * the old configuration goes on by it. When the limit is over, the old configuration stays, and those that
         * waited go on by it. Where the other instances are {@linkplain Builder#awaitInstances waited for}, that is
         * true of all of them together.
         */
        WAIT,
        /**
         * They go on by the new configuration at once, so that for a while statements of both run. When the limit is
         * over, the new configuration stays, and the caller gets an error that some of the old one still runs.
         */
        GO_ON
    }

    /** What is done between two configurations. */
    @FunctionalInterface
    public interface Between {
        /** By the thread that hands over; must not use the data source, where statements wait. */
        void run() throws SQLException;
    }

    private ReconfigureOptions(Builder builder) {
        this.newcomers = builder.newcomers;
        this.limit = builder.limit;
        this.between = builder.between;
        this.instances = builder.instances;
        this.rollBack = builder.rollBack;
    }

    /** A builder of {@link #AT_ONCE}. */
    public static Builder builder() {
        return new Builder();
    }

    /** What happens to statements that begin during a handover; null where there is none. */
    public @Nullable Newcomers newcomers() {
        return newcomers;
    }

    /** How long a handover waits; meaningless where there is none. */
    public Duration limit() {
        return limit;
    }

    /** What is done at the moment of a handover when nothing runs; does nothing where nothing was given. */
    public Between between() {
        return between;
    }

    /** Whether something is done in between. */
    public boolean hasBetween() {
        return between != Builder.NOTHING;
    }

    /** How long the other instances are waited for; null where they are not. */
    public @Nullable Duration instances() {
        return instances;
    }

    /** Whether the change is undone where not all instances take it. */
    public boolean rollBack() {
        return rollBack;
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {
        private static final Between NOTHING = () -> {};

        private @Nullable Newcomers newcomers;
        private Duration limit = Duration.ZERO;
        private Between between = NOTHING;
        private @Nullable Duration instances;
        private boolean rollBack;

        private Builder() {}

        /**
         * Waits until nothing of this data source runs by the old configuration any more: no statement, no batch, no
         * result that is still read from a database, and no transaction that began by it. Does not wait for other
         * instances, unless newcomers wait and {@link #awaitInstances} is asked for, too: then it is the same of all
         * instances.
         *
         * @param next what happens to statements that begin meanwhile
         * @param atMost how long it waits at most; not negative
         */
        public Builder handover(Newcomers next, Duration atMost) {
            newcomers = Objects.requireNonNull(next, "the newcomers are null");
            limit = notNegative(atMost);
            return this;
        }

        /**
         * What is done at the moment of the handover when nothing runs: by the old configuration no more, and, where
         * newcomers wait, by the new one not yet. What it throws keeps the old configuration where newcomers wait, and
         * is thrown by who hands over.
         *
         * <p>In a handover of all instances it is done once, by this instance. If this instance dies meanwhile, nobody
         * else knows how far it came, and statements of all instances fail until that is said: whoever gives something
         * here that the databases keep must be able to find out, and calls {@link Governance#openHandover} or
         * {@link Governance#withdrawHandover} then. After it, the registry is waited for if it is away, for as long as
         * that takes.
         */
        public Builder between(Between action) {
            between = Objects.requireNonNull(action, "what is done in between is null");
            return this;
        }

        /**
         * Waits for the other instances of the registry, and tells those that do not take the change. Where newcomers
         * wait, the others are waited for twice: until they can take it, when no statement waits yet, and until they
         * have taken it.
         *
         * @param atMost for how long each time; not negative
         */
        public Builder awaitInstances(Duration atMost) {
            instances = notNegative(atMost);
            return this;
        }

        /**
         * All instances or none: the change is undone, by a further version, when an instance cannot take it or does
         * not in the time of {@link #awaitInstances}.
         */
        public Builder rollBack() {
            rollBack = true;
            return this;
        }

        /**
         * What was collected so far.
         *
         * @throws IllegalArgumentException when something is to be done between two configurations without a handover,
         *     or a change is to be undone whose instances are not waited for, or together with what was done in
         *     between, which cannot be undone
         */
        public ReconfigureOptions build() {
            if (newcomers == null && between != NOTHING) {
                throw new IllegalArgumentException("something is done in between without a handover");
            }
            if (rollBack && instances == null) {
                throw new IllegalArgumentException("nobody waits for the instances for which it is undone");
            }
            if (rollBack && between != NOTHING) {
                throw new IllegalArgumentException("what is done in between cannot be undone");
            }
            return new ReconfigureOptions(this);
        }

        private static Duration notNegative(Duration atMost) {
            if (atMost.isNegative()) {
                throw new IllegalArgumentException("a negative limit: " + atMost);
            }
            return atMost;
        }
    }
}
