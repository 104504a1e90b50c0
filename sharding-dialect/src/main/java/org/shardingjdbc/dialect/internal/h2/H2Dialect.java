package org.shardingjdbc.dialect.internal.h2;

import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;

/** H2 in its regular mode. */
public final class H2Dialect extends FacetedDialect {
    /** For the service loader. */
    public H2Dialect() {
        super(
                "H2",
                new Facets(new H2Drivers(), new H2Temporaries())
                        .syntax(new H2Syntax())
                        .naming(new H2Naming())
                        .queries(new H2Queries())
                        .sorting(new H2Sorting())
                        .types(new H2Types())
                        .catalogs(new H2Catalogs(new H2Naming()))
                        .writes(new H2Writes())
                        .subqueries(new H2Subqueries())
                        .sessions(new H2Sessions())
                        .twoPhaseCommit(new H2TwoPhaseCommit())
                        .values(new H2Values())
                        .copies(new H2Copies()));
    }
}
