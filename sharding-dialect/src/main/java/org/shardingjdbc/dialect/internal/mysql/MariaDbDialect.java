package org.shardingjdbc.dialect.internal.mysql;

import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;
import org.shardingjdbc.dialect.internal.PlainCarrier;

/** MariaDB, which reads as MySQL, with RETURNING, sequences, EXCEPT ALL and the like. */
public final class MariaDbDialect extends FacetedDialect {
    /** For the service loader. */
    public MariaDbDialect() {
        super(
                "MARIADB",
                "MYSQL",
                new Facets(new MariaDbDrivers(), new MariaDbTemporaries())
                        .lexis(new MariaDbLexis())
                        .syntax(new MySqlSyntax())
                        .naming(new MySqlNaming())
                        .queries(new MariaDbQueries())
                        .sorting(new MariaDbSorting())
                        .types(new MariaDbTypes())
                        .catalogs(new MySqlCatalogs(new MySqlNaming()))
                        .writes(new MySqlWrites())
                        .subqueries(new MySqlSubqueries())
                        .sessions(new MySqlSessions())
                        .twoPhaseCommit(new MySqlTwoPhaseCommit())
                        .values(new MariaDbValues())
                        .copies(new MySqlCopies(PlainCarrier.TEXT, true))
                        .hashing(new MySqlHashing())
                        .replication(new MariaDbReplication()));
    }
}
