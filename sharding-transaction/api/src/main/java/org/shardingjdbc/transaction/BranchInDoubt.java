package org.shardingjdbc.transaction;

import java.time.Instant;
import java.util.Optional;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.dialect.twophase.BranchId;

/**
 * A branch that its database has prepared and that waits for its coordinator.
 *
 * @param dataSourceName where it waits, and holds its locks
 * @param branch its name
 * @param since when it was prepared, by its database's clock; empty where the database does not say
 * @param owner whose it is, and what is decided
 */
@Incubating
public record BranchInDoubt(String dataSourceName, BranchId branch, Optional<Instant> since, Owner owner) {
    /** Whose branch it is, as a coordinator can tell by the name. */
    @Incubating
    public enum Ownership {
        /** Of the coordinator that was asked, which ends it. */
        OWN,
        /** Of another one of the same provider. */
        OTHER_NODE,
        /** Of somebody else. */
        UNKNOWN
    }

    /** What the log says. */
    @Incubating
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
     * @param node the name of its node; empty when it is not known
     * @param decision in the log
     */
    @Incubating
    public record Owner(Ownership ownership, String node, Decision decision) {
        /** Nobody knows. */
        public static final Owner UNKNOWN = new Owner(Ownership.UNKNOWN, "", Decision.UNKNOWN);
    }
}
