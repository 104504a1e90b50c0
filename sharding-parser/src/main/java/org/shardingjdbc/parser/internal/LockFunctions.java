package org.shardingjdbc.parser.internal;

import java.util.Set;

/**
 * The functions of databases by which a statement locks what is no row: names that only those know who ask for them.
 * Stateless.
 */
public final class LockFunctions {
    private static final Set<String> SESSION_LOCKS = Set.of(
            "get_lock",
            "release_lock",
            "release_all_locks",
            "is_free_lock",
            "is_used_lock",
            "pg_advisory_lock",
            "pg_advisory_lock_shared",
            "pg_try_advisory_lock",
            "pg_try_advisory_lock_shared",
            "pg_advisory_unlock",
            "pg_advisory_unlock_shared",
            "pg_advisory_unlock_all");

    private static final Set<String> TRANSACTION_LOCKS = Set.of(
            "pg_advisory_xact_lock",
            "pg_advisory_xact_lock_shared",
            "pg_try_advisory_xact_lock",
            "pg_try_advisory_xact_lock_shared");

    private LockFunctions() {}

    /**
     * Whether a function takes, frees or asks for a lock that lasts for the session.
     *
     * @param name in lower case, without its schema
     */
    public static boolean ofSession(String name) {
        return SESSION_LOCKS.contains(name);
    }

    /**
     * Whether a function takes a lock of no table that lasts until the transaction ends.
     *
     * @param name in lower case, without its schema
     */
    public static boolean ofTransaction(String name) {
        return TRANSACTION_LOCKS.contains(name);
    }
}
