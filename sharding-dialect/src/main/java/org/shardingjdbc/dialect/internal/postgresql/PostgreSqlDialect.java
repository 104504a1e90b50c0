package org.shardingjdbc.dialect.internal.postgresql;

import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;

/** PostgreSQL. */
public final class PostgreSqlDialect extends FacetedDialect {
    /** For the service loader. */
    public PostgreSqlDialect() {
        super(
                "POSTGRESQL",
                new Facets(new PostgreSqlDrivers(), new PostgreSqlTemporaries())
                        .lexis(new PostgreSqlLexis())
                        .naming(new PostgreSqlNaming())
                        .queries(new PostgreSqlQueries())
                        .sorting(new PostgreSqlSorting())
                        .types(new PostgreSqlTypes())
                        .catalogs(new PostgreSqlCatalogs(new PostgreSqlNaming()))
                        .writes(new PostgreSqlWrites())
                        .subqueries(new PostgreSqlSubqueries())
                        .sessions(new PostgreSqlSessions())
                        .twoPhaseCommit(new PostgreSqlTwoPhaseCommit())
                        .values(new PostgreSqlValues())
                        .copies(new PostgreSqlCopies())
                        .replication(new PostgreSqlReplication()));
    }
}
