package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.internal.FacetedDialect;
import org.shardingjdbc.dialect.internal.Facets;

/** SQLite over its JDBC driver, in files. */
public final class SqliteDialect extends FacetedDialect {
    /** For the service loader. */
    public SqliteDialect() {
        super(
                "SQLITE",
                new Facets(new SqliteDrivers(), new SqliteTemporaries())
                        .lexis(new SqliteLexis())
                        .syntax(new SqliteSyntax())
                        .naming(new SqliteNaming())
                        .queries(new SqliteQueries())
                        .sorting(new SqliteSorting())
                        .types(new SqliteTypes())
                        .writes(new SqliteWrites())
                        .catalogs(new SqliteCatalogs())
                        .sessions(new SqliteSessions())
                        .copies(new SqliteCopies())
                        .values(new SqliteValues()));
    }
}
