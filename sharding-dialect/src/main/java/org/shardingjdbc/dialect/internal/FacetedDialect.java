package org.shardingjdbc.dialect.internal;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.replication.Replication;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;

/** A dialect made of its facets. Immutable. */
public abstract class FacetedDialect implements Dialect {
    private final String name;
    private final String family;
    private final Drivers drivers;
    private final Temporaries temporaries;
    private final Lexis lexis;
    private final Syntax syntax;
    private final Naming naming;
    private final Queries queries;
    private final Sorting sorting;
    private final ColumnTypes types;
    private final Catalogs catalogs;
    private final Writes writes;
    private final Subqueries subqueries;
    private final @Nullable TwoPhaseCommit twoPhaseCommit;
    private final Sessions sessions;
    private final Values values;
    private final Copies copies;
    private final Replication replication;
    private final @Nullable Hashing hashing;

    /** @param name in capitals */
    protected FacetedDialect(String name, Facets facets) {
        this(name, name, facets);
    }

    /**
     * @param name in capitals
     * @param family the name of the dialect as which it reads
     */
    protected FacetedDialect(String name, String family, Facets facets) {
        this.name = name;
        this.family = family;
        drivers = facets.drivers;
        temporaries = facets.temporaries;
        lexis = facets.lexis;
        syntax = facets.syntax;
        naming = facets.naming;
        queries = facets.queries;
        sorting = facets.sorting;
        types = facets.types;
        catalogs = facets.catalogs;
        writes = facets.writes;
        subqueries = facets.subqueries;
        twoPhaseCommit = facets.twoPhaseCommit;
        sessions = facets.sessions;
        values = facets.values;
        copies = facets.copies;
        replication = facets.replication;
        hashing = facets.hashing;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String family() {
        return family;
    }

    @Override
    public final Drivers drivers() {
        return drivers;
    }

    @Override
    public final Temporaries temporaries() {
        return temporaries;
    }

    @Override
    public final Lexis lexis() {
        return lexis;
    }

    @Override
    public final Syntax syntax() {
        return syntax;
    }

    @Override
    public final Naming naming() {
        return naming;
    }

    @Override
    public final Queries queries() {
        return queries;
    }

    @Override
    public final Sorting sorting() {
        return sorting;
    }

    @Override
    public final ColumnTypes types() {
        return types;
    }

    @Override
    public final Catalogs catalogs() {
        return catalogs;
    }

    @Override
    public final Writes writes() {
        return writes;
    }

    @Override
    public final Subqueries subqueries() {
        return subqueries;
    }

    @Override
    public final @Nullable TwoPhaseCommit twoPhaseCommit() {
        return twoPhaseCommit;
    }

    @Override
    public final Sessions sessions() {
        return sessions;
    }

    @Override
    public final Values values() {
        return values;
    }

    @Override
    public final Copies copies() {
        return copies;
    }

    @Override
    public final Replication replication() {
        return replication;
    }

    @Override
    public final String toString() {
        return name;
    }

    @Override
    public final @Nullable Hashing hashing() {
        return hashing;
    }
}
