package org.shardingjdbc.jdbc.sqlite;

import org.shardingjdbc.dialect.internal.Drivers;

/** The driver reads rows as it is asked for them, inside the JVM. */
final class SqliteDrivers implements Drivers {
    @Override
    public String subprotocol() {
        return "sqlite";
    }

    @Override
    public String productName() {
        return "SQLite";
    }
}
