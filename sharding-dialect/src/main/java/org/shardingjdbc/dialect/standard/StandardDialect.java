package org.shardingjdbc.dialect.standard;

import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Drivers;
import org.shardingjdbc.dialect.Sessions;
import org.shardingjdbc.dialect.Temporaries;
import org.shardingjdbc.dialect.Values;

/** Standard SQL without extras. No database is one: it is what texts are read as where none is known. */
public final class StandardDialect implements Dialect {
    private final Drivers drivers = new NoDrivers();
    private final Sessions sessions = new Sessions() {};
    private final Temporaries temporaries = new StandardTemporaries();
    private final Values values = new Values() {};

    @Override
    public String name() {
        return "SQL92";
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
