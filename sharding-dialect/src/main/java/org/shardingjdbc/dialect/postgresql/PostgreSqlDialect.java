package org.shardingjdbc.dialect.postgresql;

import org.shardingjdbc.dialect.FacetedDialect;

/** PostgreSQL. */
public final class PostgreSqlDialect extends FacetedDialect {
    /** For the service loader. */
    public PostgreSqlDialect() {
        super(
                "POSTGRESQL",
                new PostgreSqlDrivers(),
                new PostgreSqlSessions(),
                new PostgreSqlTemporaries(),
                new PostgreSqlValues());
    }

    @Override
    public boolean postgreSqlFamily() {
        return true;
    }
}
