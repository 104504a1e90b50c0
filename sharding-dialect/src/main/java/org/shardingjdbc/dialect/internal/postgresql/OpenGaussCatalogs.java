package org.shardingjdbc.dialect.internal.postgresql;

import java.sql.Connection;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.dialect.internal.structure.Structures;

/** The system catalogs of an early PostgreSQL, whose collations are all deterministic. */
final class OpenGaussCatalogs extends PostgreSqlCatalogs {
    private final Naming naming;

    OpenGaussCatalogs(Naming naming) {
        super(naming);
        this.naming = naming;
    }

    /** Its system catalogs lack columns that those of PostgreSQL have: JDBC is asked. */
    @Override
    public Structures structures() {
        return naming::forms;
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
