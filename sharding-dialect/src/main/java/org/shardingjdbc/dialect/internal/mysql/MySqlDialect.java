package org.shardingjdbc.dialect.internal.mysql;

import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;

/** MySQL, 5.7 and later. */
public final class MySqlDialect extends FacetedDialect {
    /** For the service loader. */
    public MySqlDialect() {
        super(
                "MYSQL",
                new Facets(new MySqlDrivers(), new MySqlTemporaries())
                        .lexis(new MySqlLexis())
                        .syntax(new MySqlSyntax())
                        .naming(new MySqlNaming())
                        .queries(new MySqlQueries())
                        .sorting(new MySqlSorting())
                        .types(new MySqlTypes())
                        .catalogs(new MySqlCatalogs(new MySqlNaming()))
                        .writes(new MySqlWrites())
                        .subqueries(new MySqlSubqueries())
                        .sessions(new MySqlSessions())
                        .twoPhaseCommit(new MySqlTwoPhaseCommit())
                        .values(new MySqlValues())
                        .copies(new MySqlCopies(MySqlCarrier.TIME, false))
                        .replication(new MySqlReplication()));
    }
}
