package org.shardingjdbc.testkit.oracle.internal.sql;

import org.shardingjdbc.testkit.oracle.internal.draft.Draft;
import org.shardingjdbc.testkit.oracle.internal.draft.Literals;
import org.shardingjdbc.testkit.oracle.internal.draft.Need;
import org.shardingjdbc.testkit.oracle.internal.draft.Query;
import org.shardingjdbc.testkit.oracle.internal.draft.Scope;
import org.shardingjdbc.testkit.oracle.internal.model.Choices;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;

/** The makers of one statement's parts, which need each other. One for each statement; not thread-safe. */
final class Parts {
    private final Draft draft;
    private final Literals literals;
    private final Expressions expressions;
    private final Predicates predicates;
    private final FromClause from;
    private final Aggregates aggregates;
    private final Windows windows;
    private final Ordering ordering;
    private final Selects selects;
    private final Groups groups;
    private final Queries queries;
    private final Rarities rarities;

    Parts(SchemaModel schema, Choices choices) {
        this.draft = new Draft(schema, choices);
        this.literals = new Literals(draft);
        this.expressions = new Expressions(draft, literals);
        Subqueries subqueries = new Subqueries(draft, this);
        this.predicates = new Predicates(draft, literals, expressions, subqueries);
        this.expressions.connect(predicates, subqueries);
        this.from = new FromClause(draft, this);
        this.aggregates = new Aggregates(draft, expressions, predicates);
        this.windows = new Windows(draft);
        this.ordering = new Ordering(draft);
        this.selects = new Selects(draft, this);
        this.groups = new Groups(draft, this);
        this.queries = new Queries(draft, this);
        this.rarities = new Rarities(draft, this);
    }

    Draft draft() {
        return draft;
    }

    Literals literals() {
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

    Aggregates aggregates() {
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

    Groups groups() {
        return groups;
    }

    Queries queries() {
        return queries;
    }

    Rarities rarities() {
        return rarities;
    }

    /** A query for FROM. */
    Query derived() {
        return queries.inner(Need.derived());
    }

    /** A query for FROM that names columns of the sources before it. */
    Query correlated(Scope visible) {
        return selects.rows(Need.derived(), visible);
    }
}
