package org.shardingjdbc.dialect.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** Replication of MariaDB: positions are, for each replication domain, the last id of its transactions. */
final class MariaDbReplication extends MySqlReplication {
    @Override
    public String position(Connection primary) throws SQLException {
        String position = value(primary, "SELECT @@global.gtid_binlog_pos");
        return position.isEmpty() ? null : position;
    }

    @Override
    public boolean hasReplayed(Connection replica, String position) throws SQLException {
        return covers(value(replica, "SELECT @@global.gtid_slave_pos"), position);
    }

    private static String value(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() && row.getString(1) != null ? row.getString(1) : "";
        }
    }

    /** Whether one position is not before the other in any domain; both as {@code domain-server-number,...}. */
    static boolean covers(String replayed, String position) {
        Map<String, Long> numbers = numbers(replayed);
        for (Map.Entry<String, Long> each : numbers(position).entrySet()) {
            Long reached = numbers.get(each.getKey());
            if (reached == null || reached < each.getValue()) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, Long> numbers(String position) {
        Map<String, Long> byDomain = new HashMap<>();
        int from = 0;
        while (from < position.length()) {
            int comma = position.indexOf(',', from);
            int to = comma < 0 ? position.length() : comma;
            String id = position.substring(from, to).trim();
            byDomain.merge(
                    id.substring(0, id.indexOf('-')), Long.valueOf(id.substring(id.lastIndexOf('-') + 1)), Math::max);
            from = to + 1;
        }
        return byDomain;
    }
}
