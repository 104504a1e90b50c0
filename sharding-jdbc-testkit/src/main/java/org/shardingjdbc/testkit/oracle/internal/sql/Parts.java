package org.shardingjdbc.testkit.oracle.internal.sql;

import org.shardingjdbc.testkit.oracle.internal.draft.Need;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomLiterals;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomQuery;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;

/** The makers of one statement's parts, which need each other. One for each statement; not thread-safe. */
final class Parts {
    private final RandomDraft draft;
    private final RandomLiterals literals;
    private final Expressions expressions;
    private final Predicates predicates;
    private final FromClause from;
    private final RandomAggregates aggregates;
    private final Windows windows;
    private final Ordering ordering;
    private final Selects selects;
    private final RandomGroups groups;
    private final QueryDrafts queries;
    private final Rarities rarities;

    Parts(SchemaModel schema, RandomChoices choices) {
        this.draft = new RandomDraft(schema, choices);
        this.literals = new RandomLiterals(draft);
        this.expressions = new Expressions(draft, literals);
        RandomSubqueries subqueries = new RandomSubqueries(draft, this);
        this.predicates = new Predicates(draft, literals, expressions, subqueries);
        this.expressions.connect(predicates, subqueries);
        this.from = new FromClause(draft, this);
        this.aggregates = new RandomAggregates(draft, expressions, predicates);
        this.windows = new Windows(draft);
        this.ordering = new Ordering(draft);
        this.selects = new Selects(draft, this);
        this.groups = new RandomGroups(draft, this);
        this.queries = new QueryDrafts(draft, this);
        this.rarities = new Rarities(draft, this);
    }

    RandomDraft draft() {
        return draft;
    }

    RandomLiterals literals() {
        return literals;
    }

    Expressions expressions() {
        return expressions;
    }

    Predicates predicates() {
        return predicates;
    }

    FromClause from() {
        return from;
    }

    RandomAggregates aggregates() {
        return aggregates;
    }

    Windows windows() {
        return windows;
    }

    Ordering ordering() {
        return ordering;
    }

    Selects selects() {
        return selects;
    }

    RandomGroups groups() {
        return groups;
    }

    QueryDrafts queries() {
        return queries;
    }

    Rarities rarities() {
        return rarities;
    }

    /** A query for FROM. */
    RandomQuery derived() {
        return queries.inner(Need.derived());
    }

    /** A query for FROM that names columns of the sources before it. */
    RandomQuery correlated(RandomScope visible) {
        return selects.rows(Need.derived(), visible);
    }
}
