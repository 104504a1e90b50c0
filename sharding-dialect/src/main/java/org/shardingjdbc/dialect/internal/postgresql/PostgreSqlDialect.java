package org.shardingjdbc.dialect.internal.postgresql;

import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;
import org.shardingjdbc.dialect.internal.Subqueries;

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
                        .hashing(new PostgreSqlHashing())
                        .replication(new PostgreSqlReplication()));
    }

    /** Equal texts are the same texts in every collation, unless it is one that takes different texts for equal. */
    static final class PostgreSqlSubqueries implements Subqueries {
        @Override
        public boolean shownTextsKeepType() {
            return true;
        }

        @Override
        public boolean equalInAllCollations() {
            return true;
        }
    }
}
