package org.shardingjdbc.dialect.internal.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.replication.Replication;

/**
 * Replication of MySQL: positions are sets of global transaction ids, which all transactions have where they are on.
 */
class MySqlReplication implements Replication {
    @Override
    public final boolean takesWrites(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@global.read_only")) {
            String set = row.next() ? row.getString(1) : null;
            return "0".equals(set) || "OFF".equals(set);
        }
    }

    @Override
    public @Nullable String position(Connection primary) throws SQLException {
        try (Statement statement = primary.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@global.gtid_mode, @@global.gtid_executed")) {
            // where it is not on, transactions may have none
            return row.next() && "ON".equals(row.getString(1))
                    ? row.getString(2).replace("\n", "")
                    : null;
        }
    }

    @Override
    public @Nullable String replayed(Connection replica) throws SQLException {
        try (Statement statement = replica.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@global.gtid_executed")) {
            return row.next() && row.getString(1) != null ? row.getString(1).replace("\n", "") : null;
        }
    }

    @Override
    public boolean covers(String replayed, String position) {
        return GtidSet.covers(replayed, position);
    }
}
