package org.shardingjdbc.dialect.internal.postgresql;

import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;

/** openGauss, which reads as PostgreSQL. */
public final class OpenGaussDialect extends FacetedDialect {
    /** For the service loader. */
    public OpenGaussDialect() {
        super(
                "OPENGAUSS",
                "POSTGRESQL",
                new Facets(new OpenGaussDrivers(), new OpenGaussTemporaries())
                        .lexis(new OpenGaussLexis())
                        .naming(new PostgreSqlNaming())
                        .queries(new PostgreSqlQueries())
                        .sorting(new PostgreSqlSorting())
                        .types(new PostgreSqlTypes())
                        .catalogs(new OpenGaussCatalogs(new PostgreSqlNaming()))
                        .writes(new PostgreSqlWrites())
                        .subqueries(new PostgreSqlSubqueries())
                        .sessions(new PostgreSqlSessions())
                        .twoPhaseCommit(new PostgreSqlTwoPhaseCommit())
                        .values(new PostgreSqlValues())
                        .copies(new PostgreSqlCopies()));
    }
}
