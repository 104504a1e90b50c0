package org.shardingjdbc.dialect.internal.mysql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replication of MariaDB: positions are, for each replication domain, the last id of its transactions, as
 * {@code domain-server-number,...}.
 */
final class MariaDbReplication extends MySqlReplication {
    /** The last transaction of a domain. */
    private record Last(String server, long number) {}

    @Override
    public @Nullable String position(Connection primary) throws SQLException {
        return value(primary, "SELECT @@global.gtid_binlog_pos");
    }

    @Override
    public @Nullable String replayed(Connection replica) throws SQLException {
        return value(replica, "SELECT @@global.gtid_slave_pos");
    }

    private static @Nullable String value(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            String value = row.next() ? row.getString(1) : null;
            return value == null || value.isEmpty() ? null : value;
        }
    }

    /**
     * Numbers go on where a promoted replica goes on, so that the same number may be of another transaction on the
     * primary before it: only those of the same server compare.
     */
    @Override
    public boolean covers(String replayed, String position) {
        try {
            Map<String, Last> reached = byDomain(replayed);
            for (Map.Entry<String, Last> each : byDomain(position).entrySet()) {
                Last there = reached.get(each.getKey());
                if (there == null
                        || !there.server().equals(each.getValue().server())
                        || there.number() < each.getValue().number()) {
                    return false;
                }
            }
            return !position.isEmpty();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static Map<String, Last> byDomain(String position) {
        Map<String, Last> byDomain = new HashMap<>();
        int from = 0;
        while (from < position.length()) {
            int comma = position.indexOf(',', from);
            int to = comma < 0 ? position.length() : comma;
            String id = position.substring(from, to).trim();
            int first = id.indexOf('-');
            int last = id.lastIndexOf('-');
            if (first <= 0 || last == first) {
                throw new NumberFormatException(id);
            }
            byDomain.put(
                    id.substring(0, first),
                    new Last(id.substring(first + 1, last), Long.parseLong(id.substring(last + 1))));
            from = to + 1;
        }
        return byDomain;
    }
}
