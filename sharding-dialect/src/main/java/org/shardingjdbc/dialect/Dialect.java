package org.shardingjdbc.dialect;

/**
 * A database as the engine sees it: what it is called, how its driver behaves, what its sessions keep, how it makes
 * temporary tables. A dialect has no state; there is one of each, found by {@link Dialects}.
 */
public interface Dialect {
    /** Its name in capitals, by which configurations and test files know it. */
    String name();

    /** Whether both read each other's SQL well enough to be data sources of one configuration. */
    default boolean readsAs(Dialect other) {
        return this == other || mySqlFamily() && other.mySqlFamily() || postgreSqlFamily() && other.postgreSqlFamily();
    }

    /** Whether it reads as MySQL does. */
    default boolean mySqlFamily() {
        return false;
    }

    /** Whether it reads as PostgreSQL does. */
    default boolean postgreSqlFamily() {
        return false;
    }

    /** How it is reached and what its driver does. */
    Drivers drivers();

    /** What its sessions and transactions keep. */
    Sessions sessions();

    /** How it makes tables that one connection sees. */
    Temporaries temporaries();

    /** How it turns a value into another kind. */
    Values values();
}
