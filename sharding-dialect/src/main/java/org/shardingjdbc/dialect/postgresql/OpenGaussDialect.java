package org.shardingjdbc.dialect.postgresql;

import org.shardingjdbc.dialect.FacetedDialect;

/** openGauss, which reads as PostgreSQL. */
public final class OpenGaussDialect extends FacetedDialect {
    /** For the service loader. */
    public OpenGaussDialect() {
        super(
                "OPENGAUSS",
                new OpenGaussDrivers(),
                new PostgreSqlSessions(),
                new OpenGaussTemporaries(),
                new PostgreSqlValues());
    }

    @Override
    public boolean postgreSqlFamily() {
        return true;
    }
}
