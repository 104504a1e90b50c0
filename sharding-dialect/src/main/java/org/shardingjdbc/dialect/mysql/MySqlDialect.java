package org.shardingjdbc.dialect.mysql;

import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Drivers;
import org.shardingjdbc.dialect.Sessions;
import org.shardingjdbc.dialect.Temporaries;
import org.shardingjdbc.dialect.Values;

/** MySQL, 5.7 and later. */
public final class MySqlDialect implements Dialect {
    private final Drivers drivers = new MySqlDrivers();
    private final Sessions sessions = new MySqlSessions();
    private final Temporaries temporaries = new MySqlTemporaries();
    private final Values values = new MySqlValues();

    @Override
    public String name() {
        return "MYSQL";
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
