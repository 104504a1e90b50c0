package org.shardingjdbc.dialect.postgresql;

import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Drivers;
import org.shardingjdbc.dialect.Sessions;
import org.shardingjdbc.dialect.Temporaries;
import org.shardingjdbc.dialect.Values;

/** openGauss, which reads as PostgreSQL. */
public final class OpenGaussDialect implements Dialect {
    private final Drivers drivers = new OpenGaussDrivers();
    private final Sessions sessions = new PostgreSqlSessions();
    private final Temporaries temporaries = new OpenGaussTemporaries();
    private final Values values = new PostgreSqlValues();

    @Override
    public String name() {
        return "OPENGAUSS";
    }

    @Override
    public boolean readsAs(Dialect other) {
        return other.postgreSqlFamily();
    }

    @Override
    public boolean postgreSqlFamily() {
        return true;
    }

    @Override
    public Drivers drivers() {
        return drivers;
    }

    @Override
    public Sessions sessions() {
        return sessions;
    }

    @Override
    public Temporaries temporaries() {
        return temporaries;
    }

    @Override
    public Values values() {
        return values;
    }

    @Override
    public String toString() {
        return name();
    }
}
