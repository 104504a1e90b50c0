package org.shardingjdbc.feature.readwrite;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;

/**
 * The conditions under which the replicas of a group answer. Immutable.
 *
 * @param probePeriodMillis the time between two probes of a database, in milliseconds; at least 10
 * @param whenNone what answers when no replica may
 * @param maxLagMillis a replica that lacks what its primary wrote so many milliseconds ago answers nothing; 0 for no
 *     such bound
 * @param readYourWrites whether a session must see its own writes
 * @param windowMillis for {@link ReadYourWrites#WINDOW}, how long a session that wrote reads from the primary
 * @param failover what is done when a replica was promoted
 * @param heartbeatTable a table whose row tells how far replicas have come, as SQL names it; null where the database
 *     tells that itself
 * @param primaryCheck the type and properties of a {@link PrimaryCheck}, which is asked besides the databases which one
 *     is the primary; null for none
 */
public record ReplicaTerms(
        int probePeriodMillis,
        WhenNone whenNone,
        int maxLagMillis,
        ReadYourWrites readYourWrites,
        int windowMillis,
        Failover failover,
        @Nullable String heartbeatTable,
        @Nullable AlgorithmConfiguration primaryCheck) {
    /** Probes each second, asks the primary when no replica answers, and bounds nothing. */
    public static final ReplicaTerms DEFAULT =
            new ReplicaTerms(1000, WhenNone.PRIMARY, 0, ReadYourWrites.OFF, 0, Failover.NONE, null, null);

    /** The shortest period. */
    public static final int MIN_PERIOD_MILLIS = 10;

    /** @throws IllegalArgumentException when a number is out of range */
    public ReplicaTerms {
        if (probePeriodMillis < MIN_PERIOD_MILLIS || maxLagMillis < 0 || windowMillis < 0) {
            throw new IllegalArgumentException("probePeriodMillis is at least 10, maxLagMillis and windowMillis 0");
        }
        if (heartbeatTable != null && failover == Failover.FOLLOW) {
            throw new IllegalArgumentException(
                    "a heartbeat table does not tell one primary's beats from another's: no failover then");
        }
    }

    /** A builder of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects the parts of terms. Not thread-safe. */
    public static final class Builder {
        private int probePeriodMillis = DEFAULT.probePeriodMillis;
        private WhenNone whenNone = DEFAULT.whenNone;
        private int maxLagMillis;
        private ReadYourWrites readYourWrites = DEFAULT.readYourWrites;
        private int windowMillis;
        private Failover failover = DEFAULT.failover;
        private @Nullable String heartbeatTable;
        private @Nullable AlgorithmConfiguration primaryCheck;

        private Builder() {}

        /** The time between two probes of a database, in milliseconds; at least 10. */
        public Builder probePeriodMillis(int value) {
            probePeriodMillis = value;
            return this;
        }

        /** What answers when no replica may. */
        public Builder whenNone(WhenNone value) {
            whenNone = value;
            return this;
        }

        /**
         * A replica that lacks what its primary wrote so many milliseconds ago answers nothing; 0 for no such bound.
         */
        public Builder maxLagMillis(int value) {
            maxLagMillis = value;
            return this;
        }

        /** Whether a session must see its own writes. */
        public Builder readYourWrites(ReadYourWrites value) {
            readYourWrites = value;
            return this;
        }

        /** How long a session that wrote reads from the primary, for {@link ReadYourWrites#WINDOW}. */
        public Builder windowMillis(int value) {
            windowMillis = value;
            return this;
        }

        /** What is done when a replica was promoted. */
        public Builder failover(Failover value) {
            failover = value;
            return this;
        }

        /** A table whose row tells how far replicas have come; null where the database tells that itself. */
        public Builder heartbeatTable(@Nullable String value) {
            heartbeatTable = value;
            return this;
        }

        /** The type and properties of a {@link PrimaryCheck}; null for none. */
        public Builder primaryCheck(@Nullable AlgorithmConfiguration value) {
            primaryCheck = value;
            return this;
        }

        /** @throws IllegalArgumentException when a number is out of range, or a heartbeat table meets failover */
        public ReplicaTerms build() {
            return new ReplicaTerms(
                    probePeriodMillis,
                    whenNone,
                    maxLagMillis,
                    readYourWrites,
                    windowMillis,
                    failover,
                    heartbeatTable,
                    primaryCheck);
        }
    }

    /** What answers reads when no replica may. */
    public enum WhenNone {
        /** The primary. */
        PRIMARY,
        /** Nothing: such reads fail. */
        FAIL
    }

    /** What is done when the primary takes no writes any more, and a former replica does. */
    public enum Failover {
        /** The log reports it; writes fail until the configuration names the new primary. */
        NONE,
        /** The former replica is the primary from then on. */
        FOLLOW
    }

    /** What a session sees of its own writes when it reads outside of transactions. */
    public enum ReadYourWrites {
        /** The writes that the replica has received. */
        OFF,
        /**
         * For some time after a write the session reads from the primary. So it sees all writes but those that take
         * longer than that to reach the replica.
         */
        WINDOW,
        /** All writes: the session reads from the primary until a replica is known to have what the session wrote. */
        REPLAYED
    }
}
