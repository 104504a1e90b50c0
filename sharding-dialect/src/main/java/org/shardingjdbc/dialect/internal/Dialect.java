package org.shardingjdbc.dialect.internal;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.replication.Replication;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;

/**
 * A database as the engine sees it, in facets: questions with the answers of one database. A dialect has no state;
 * there is one of each, found by {@link Dialects}. What is asked for each row or execution is asked when a plan is
 * made, and kept.
 */
public interface Dialect {
    /** Its name in capitals, by which configurations and test files know it. */
    String name();

    /** The name of the dialect as which it reads: its own, or that of the one that it descends from. */
    String family();

    /** Whether both read each other's SQL well enough to be data sources of one configuration. */
    default boolean readsAs(Dialect other) {
        return family().equals(other.family());
    }

    /** How it is reached and what its driver does. */
    Drivers drivers();

    /** How it makes tables that one connection sees. */
    Temporaries temporaries();

    /** How it cuts a text into tokens. */
    Lexis lexis();

    /** What its tokens mean. */
    Syntax syntax();

    /** How it writes, keeps and finds names. */
    Naming naming();

    /** What names mean in a query. */
    Queries queries();

    /** How its values compare. */
    Sorting sorting();

    /** What its values are and what it computes of them. */
    ColumnTypes types();

    /** How it is asked what is in it. */
    Catalogs catalogs();

    /** How rows are written. */
    Writes writes();

    /** Whether values may stand for a subquery. */
    Subqueries subqueries();

    /** How it commits in two phases; null when it does not. */
    @Nullable
    TwoPhaseCommit twoPhaseCommit();

    /** What its sessions and transactions keep. */
    Sessions sessions();

    /** How it turns a value into another kind. */
    Values values();

    /** How its values travel from one statement into another. */
    Copies copies();

    /** What it tells of its replication. */
    Replication replication();

    /** How it computes the hash of a key; null when it is not known to. */
    @Nullable
    Hashing hashing();
}
