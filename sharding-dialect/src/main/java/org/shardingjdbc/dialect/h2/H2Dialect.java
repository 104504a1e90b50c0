package org.shardingjdbc.dialect.h2;

import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Drivers;
import org.shardingjdbc.dialect.Sessions;
import org.shardingjdbc.dialect.Temporaries;
import org.shardingjdbc.dialect.Values;

/** H2 in its regular mode. */
public final class H2Dialect implements Dialect {
    private final Drivers drivers = new H2Drivers();
    private final Sessions sessions = new H2Sessions();
    private final Temporaries temporaries = new H2Temporaries();
    private final Values values = new H2Values();

    @Override
    public String name() {
        return "H2";
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
