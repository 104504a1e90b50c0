package org.shardingjdbc.dialect.mysql;

import org.shardingjdbc.dialect.FacetedDialect;

/** MariaDB, which reads as MySQL, with RETURNING, sequences, EXCEPT ALL and the like. */
public final class MariaDbDialect extends FacetedDialect {
    /** For the service loader. */
    public MariaDbDialect() {
        super("MARIADB", new MariaDbDrivers(), new MySqlSessions(), new MariaDbTemporaries(), new MariaDbValues());
    }

    @Override
    public boolean mySqlFamily() {
        return true;
    }
}
