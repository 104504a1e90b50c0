package org.shardingjdbc.dialect.internal;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.replication.Replication;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;

/**
 * What a dialect is made of, put together when it is made: a facet that is not set answers as standard SQL and JDBC do.
 * Not thread-safe.
 */
public final class Facets {
    final Drivers drivers;
    final Temporaries temporaries;
    Lexis lexis = new Lexis() {};
    Syntax syntax = new Syntax() {};
    Naming naming = new Naming() {};
    Queries queries = new Queries() {};
    Sorting sorting = new Sorting() {};
    ColumnTypes types = new ColumnTypes() {};
    Catalogs catalogs = new Catalogs() {};
    Writes writes = new Writes() {};
    Subqueries subqueries = new Subqueries() {};

    /** Null where it has none. */
    @Nullable
    TwoPhaseCommit twoPhaseCommit;

    Sessions sessions = new Sessions() {};
    Values values = new Values() {};
    Copies copies = new Copies() {};
    Replication replication = new Replication() {};

    /** Null where it has none. */
    @Nullable
    Hashing hashing;

    /** Nobody can guess these two. */
    public Facets(Drivers drivers, Temporaries temporaries) {
        this.drivers = drivers;
        this.temporaries = temporaries;
    }

    /** How it cuts a text into tokens. */
    public Facets lexis(Lexis answers) {
        lexis = answers;
        return this;
    }

    /** What its tokens mean. */
    public Facets syntax(Syntax answers) {
        syntax = answers;
        return this;
    }

    /** How it writes, keeps and finds names. */
    public Facets naming(Naming answers) {
        naming = answers;
        return this;
    }

    /** What names mean in a query. */
    public Facets queries(Queries answers) {
        queries = answers;
        return this;
    }

    /** How its values compare. */
    public Facets sorting(Sorting answers) {
        sorting = answers;
        return this;
    }

    /** What its values are and what it computes of them. */
    public Facets types(ColumnTypes answers) {
        types = answers;
        return this;
    }

    /** How it is asked what is in it. */
    public Facets catalogs(Catalogs answers) {
        catalogs = answers;
        return this;
    }

    /** How rows are written. */
    public Facets writes(Writes answers) {
        writes = answers;
        return this;
    }

    /** Whether values may stand for a subquery. */
    public Facets subqueries(Subqueries answers) {
        subqueries = answers;
        return this;
    }

    /** How it commits in two phases. */
    public Facets twoPhaseCommit(TwoPhaseCommit answers) {
        twoPhaseCommit = answers;
        return this;
    }

    /** What its sessions and transactions keep. */
    public Facets sessions(Sessions answers) {
        sessions = answers;
        return this;
    }

    /** How it turns a value into another kind. */
    public Facets values(Values answers) {
        values = answers;
        return this;
    }

    /** How its values travel from one statement into another. */
    public Facets copies(Copies answers) {
        copies = answers;
        return this;
    }

    /** What it tells of its replication. */
    public Facets replication(Replication answers) {
        replication = answers;
        return this;
    }

    /** How it computes the hash of a key. */
    public Facets hashing(Hashing answers) {
        hashing = answers;
        return this;
    }
}
