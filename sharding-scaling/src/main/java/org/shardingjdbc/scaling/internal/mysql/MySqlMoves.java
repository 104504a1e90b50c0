package org.shardingjdbc.scaling.internal.mysql;

/** MySQL, from 5.7 on. */
public final class MySqlMoves extends BinlogDatabase {
    @Override
    public String urlPrefix() {
        return "jdbc:mysql:";
    }
}
