package org.shardingjdbc.scaling.internal.mysql;

import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;

/** MariaDB, from 10.5 on. */
public final class MariaDbMoves extends BinlogDatabase {
    @Override
    public Dialect dialect() {
        return Dialects.MARIADB;
    }
}
