package org.shardingjdbc.scaling.internal.mysql;

/** MariaDB, from 10.5 on. */
public final class MariaDbMoves extends BinlogDatabase {
    @Override
    public String urlPrefix() {
        return "jdbc:mariadb:";
    }
}
