package org.shardingjdbc.dialect.postgresql;

import java.sql.Connection;
import org.shardingjdbc.dialect.Naming;

/** The system catalogs of an early PostgreSQL, whose collations are all deterministic. */
final class OpenGaussCatalogs extends PostgreSqlCatalogs {
    OpenGaussCatalogs(Naming naming) {
        super(naming);
    }

    @Override
    String deterministic() {
        return "true";
    }

    @Override
    int majorVersion(Connection connection) {
        return 0;
    }
}
