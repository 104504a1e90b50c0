package org.shardingjdbc.scaling.internal.mysql;

import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;

/** MySQL, from 5.7 on. */
public final class MySqlMoves extends BinlogDatabase {
    @Override
    public Dialect dialect() {
        return Dialects.MYSQL;
    }
}
