package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a data source changes from one configuration to the next: whether it waits until nothing runs by the old one any
 * more, and whether it waits for the other instances. Immutable.
 *
 * <p>Both may be asked for. Newcomers are statements that begin while those of the old configuration end. If newcomers
 * {@linkplain Newcomers#GO_ON go on}, the handover of this instance comes first; when its limit is over, the change
 * ends there: the other instances are not waited for, and nothing is undone. If newcomers {@linkplain Newcomers#WAIT
 * wait}, all instances hand over together: on none of them does a statement of the new configuration overlap one of the
 * old.
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
    /** Statements use the new configuration at once, and nothing is waited for. */
    public static final ReconfigureOptions AT_ONCE = builder().build();

    private final @Nullable Newcomers newcomers;
    private final Duration limit;
    private final Between between;
    private final @Nullable Duration instances;
    private final boolean rollBack;

    /** What happens to statements that begin while those of the old configuration end. */
    public enum Newcomers {
        /**
         * They wait, so that statements of the two configurations never overlap. A statement in a transaction of the
         * old configuration, or beside an open result of it, does not wait and still uses the old one. When the limit
         * is over, the old configuration stays, and the statements that waited use it. If the other instances are
         * {@linkplain Builder#awaitInstances waited for}, all of this holds over all instances together.
         */
        WAIT,
        /**
         * They use the new configuration at once, so that for a while statements of both run. When the limit is over,
         * the new configuration stays, and the caller gets an error that statements of the old one still run.
         */
        GO_ON
    }

    /** Work that is done between two configurations, when no statement runs. */
    @FunctionalInterface
    public interface Between {
        /** Called by the thread that hands over. It must not use the data source: statements wait there. */
        void run() throws SQLException;
    }

    private ReconfigureOptions(Builder builder) {
        this.newcomers = builder.newcomers;
        this.limit = builder.limit;
        this.between = builder.between;
        this.instances = builder.instances;
        this.rollBack = builder.rollBack;
    }

    /** A builder that starts with the options of {@link #AT_ONCE}. */
    public static Builder builder() {
        return new Builder();
    }

    /** What happens to statements that begin during the handover; null when there is no handover. */
    public @Nullable Newcomers newcomers() {
        return newcomers;
    }

    /** The longest time that the handover waits; zero when there is no handover. */
    public Duration limit() {
        return limit;
    }

    /** The work that is done when no statement runs; does nothing when none was given. */
    public Between between() {
        return between;
    }

    /** Whether there is work to be done between the two configurations. */
    public boolean hasBetween() {
        return between != Builder.NOTHING;
    }

    /** The longest time that each wait for the other instances takes; null when they are not waited for. */
    public @Nullable Duration instances() {
        return instances;
    }

    /** Whether the change is undone when not all instances have changed. */
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
         * @param atMost the longest time to wait; not negative
         */
        public Builder handover(Newcomers next, Duration atMost) {
            newcomers = Objects.requireNonNull(next, "the newcomers are null");
            limit = notNegative(atMost);
            return this;
        }

        /**
         * Sets the work that is done when no statement of the old configuration runs any more and, if newcomers wait,
         * none of the new one runs yet. If it throws, the caller of the handover gets the exception, and, if newcomers
         * wait, the old configuration stays.
         *
         * <p>In a handover of all instances only this instance does the work. If it dies meanwhile, no other instance
         * knows how much was done, and statements of all instances fail until somebody tells them. So work that leaves
         * traces in the databases must be such that an application can find out how much of it was done, and then call
         * {@link Governance#openHandover} or {@link Governance#withdrawHandover}. If the registry cannot be reached
         * after the work, the handover waits for it without a limit.
         */
        public Builder between(Between action) {
            between = Objects.requireNonNull(action, "what is done in between is null");
            return this;
        }

        /**
         * Waits until the other instances of the registry have changed, too, and reports those that have not. If
         * newcomers wait, there are two waits: until the others are ready to change, while no statement waits yet, and
         * until they have changed.
         *
         * @param atMost the longest time of each wait; not negative
         */
        public Builder awaitInstances(Duration atMost) {
            instances = notNegative(atMost);
            return this;
        }

        /**
         * Changes all instances or none: if an instance cannot change, or does not within the time of
         * {@link #awaitInstances}, the change is undone by a further version.
         */
        public Builder rollBack() {
            rollBack = true;
            return this;
        }

        /**
         * The options that were collected so far.
         *
         * @throws IllegalArgumentException when there is {@link #between} without {@link #handover}, {@link #rollBack}
         *     without {@link #awaitInstances}, or {@link #rollBack} together with {@link #between}, whose work cannot
         *     be undone
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
