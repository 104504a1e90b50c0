package org.shardingjdbc.transaction;

import java.time.Instant;
import java.util.Objects;
import org.shardingjdbc.dialect.twophase.BranchId;

/**
 * A branch that its database has prepared and that waits for its coordinator.
 *
 * @param dataSourceName where it waits, and holds its locks
 * @param branch its name
 * @param since when it was prepared, by its database's clock; null where the database does not say
 * @param owner whose it is, and what is decided
 */
public record BranchInDoubt(String dataSourceName, BranchId branch, Instant since, Owner owner) {
    /** Checks. */
    public BranchInDoubt {
        Objects.requireNonNull(owner, "owner");
    }

    /** Whose branch it is, as a coordinator can tell by the name. */
    public enum Ownership {
        /** Of the coordinator that was asked, which ends it. */
        OWN,
        /** Of another one of the same provider. */
        OTHER_NODE,
        /** Of somebody else. */
        UNKNOWN
    }

    /** What the log says. */
    public enum Decision {
        /** It is to be committed. */
        COMMIT,
        /** Nothing yet: a coordinator that is no more did not commit it anywhere. */
        NONE,
        /** Its log cannot be read here. */
        UNKNOWN
    }

    /**
     * Who is to end it.
     *
     * @param ownership of the coordinator that was asked or not
     * @param node the name of its node; null when it does not say
     * @param decision in the log
     */
    public record Owner(Ownership ownership, String node, Decision decision) {
        /** Nobody knows. */
        public static final Owner UNKNOWN = new Owner(Ownership.UNKNOWN, null, Decision.UNKNOWN);
    }
}
