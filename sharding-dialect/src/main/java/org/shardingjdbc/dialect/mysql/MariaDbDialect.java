package org.shardingjdbc.dialect.mysql;

import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Drivers;
import org.shardingjdbc.dialect.Sessions;
import org.shardingjdbc.dialect.Temporaries;
import org.shardingjdbc.dialect.Values;

/** MariaDB, which reads as MySQL, with RETURNING, sequences, EXCEPT ALL and the like. */
public final class MariaDbDialect implements Dialect {
    private final Drivers drivers = new MariaDbDrivers();
    private final Sessions sessions = new MySqlSessions();
    private final Temporaries temporaries = new MariaDbTemporaries();
    private final Values values = new MariaDbValues();

    @Override
    public String name() {
        return "MARIADB";
    }

    @Override
    public boolean readsAs(Dialect other) {
        return other.mySqlFamily();
    }

    @Override
    public boolean mySqlFamily() {
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
