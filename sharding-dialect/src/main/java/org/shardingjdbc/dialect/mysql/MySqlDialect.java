package org.shardingjdbc.dialect.mysql;

import org.shardingjdbc.dialect.FacetedDialect;

/** MySQL, 5.7 and later. */
public final class MySqlDialect extends FacetedDialect {
    /** For the service loader. */
    public MySqlDialect() {
        super("MYSQL", new MySqlDrivers(), new MySqlSessions(), new MySqlTemporaries(), new MySqlValues());
    }

    @Override
    public boolean mySqlFamily() {
        return true;
    }
}
