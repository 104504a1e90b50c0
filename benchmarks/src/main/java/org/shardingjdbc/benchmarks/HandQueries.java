package org.shardingjdbc.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** The queries of {@link HandTarget} that go to several data nodes, one after the other. One thread uses it. */
final class HandQueries {
    private final Connection[] connections;
    private final List<String> range = Data.Sql.ofTables(Data.Sql::range);
    private final List<String> join = Data.Sql.ofTables(table -> Data.Sql.join(table, item(table)));
    private final List<String> joinByKey = Data.Sql.ofTables(table -> Data.Sql.joinByKey(table, item(table)));
    private final List<String> top = Data.Sql.ofTables(Data.Sql::top);
    private final List<String> stream = Data.Sql.ofTables(Data.Sql::stream);
    private final List<String> byUser = Data.Sql.ofTables(Data.Sql::group);
    private final List<String> byStatus = Data.Sql.ofTables(Data.Sql::groupByStatus);
    /** By table and number of keys. */
    private final String[][] in = new String[Data.TABLES][11];

    /** @param connections one for each data source, not closed here */
    HandQueries(Connection[] connections) {
        this.connections = connections;
        for (int table = 0; table < Data.TABLES; table++) {
            for (int keys = 1; keys < in[table].length; keys++) {
                in[table][keys] = Data.Sql.in("t_order_" + table, keys);
            }
        }
    }

    private static String item(String order) {
        return order.replace("t_order_", "t_order_item_");
    }

    private static long sum(PreparedStatement statement) throws SQLException {
        long sum = 0;
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                sum += rows.getLong(1);
            }
        }
        return sum;
    }

    long in(long[] orders) throws SQLException {
        // Only the order is given, so both data sources are asked for the tables that may have it.
        long sum = 0;
        long[] keys = new long[orders.length];
        for (int table = 0; table < Data.TABLES; table++) {
            int count = 0;
            for (long order : orders) {
                if (Data.table(order) == table) {
                    keys[count++] = order;
                }
            }
            for (int dataSource = 0; count > 0 && dataSource < Data.DATA_SOURCES; dataSource++) {
                try (PreparedStatement statement = connections[dataSource].prepareStatement(in[table][count])) {
                    for (int i = 0; i < count; i++) {
                        statement.setLong(i + 1, keys[i]);
                    }
                    sum += sum(statement);
                }
            }
        }
        return sum;
    }

    long range(long first, long last) throws SQLException {
        long sum = 0;
        for (Connection connection : connections) {
            for (String sql : range) {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setLong(1, first);
                    statement.setLong(2, last);
                    sum += sum(statement);
                }
            }
        }
        return sum;
    }

    long joinByKey(long order) throws SQLException {
        long sum = 0;
        String sql = joinByKey.get(Data.table(order));
        try (PreparedStatement statement = connections[Data.dataSource(order)].prepareStatement(sql)) {
            statement.setLong(1, order);
            statement.setInt(2, Data.user(order));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    sum += rows.getLong(2) + rows.getInt(3);
                }
            }
        }
        return sum;
    }

    long join(int user) throws SQLException {
        long sum = 0;
        for (String sql : join) {
            try (PreparedStatement statement = connections[user % Data.DATA_SOURCES].prepareStatement(sql)) {
                statement.setInt(1, user);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        sum += rows.getLong(2) + rows.getInt(3);
                    }
                }
            }
        }
        return sum;
    }

    long top(int offset) throws SQLException {
        long[] ids = new long[(offset + 10) * Data.NODES];
        int count = 0;
        for (Connection connection : connections) {
            for (String sql : top) {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setInt(1, offset + 10);
                    statement.setInt(2, 0);
                    try (ResultSet rows = statement.executeQuery()) {
                        while (rows.next()) {
                            ids[count++] = rows.getLong(1);
                        }
                    }
                }
            }
        }
        Arrays.sort(ids, 0, count);
        long sum = 0;
        for (int i = offset; i < Math.min(count, offset + 10); i++) {
            sum += ids[i];
        }
        return sum;
    }

    /** The next row of one node. */
    private record Head(long order, ResultSet rows) {}

    /** @param pools of the data sources: each node needs a connection */
    long stream(HikariDataSource[] pools) throws SQLException {
        List<Statement> open = new ArrayList<>();
        List<Connection> used = new ArrayList<>();
        PriorityQueue<Head> heads = new PriorityQueue<>((one, other) -> Long.compare(one.order, other.order));
        try {
            for (HikariDataSource pool : pools) {
                for (String sql : stream) {
                    Connection connection = pool.getConnection();
                    used.add(connection);
                    connection.setAutoCommit(false);
                    Statement statement = connection.createStatement();
                    open.add(statement);
                    statement.setFetchSize(Data.FETCH_SIZE);
                    add(heads, statement.executeQuery(sql));
                }
            }
            long sum = 0;
            while (!heads.isEmpty()) {
                Head head = heads.poll();
                sum += head.order;
                add(heads, head.rows);
            }
            return sum;
        } finally {
            for (Statement statement : open) {
                statement.close();
            }
            for (Connection connection : used) {
                connection.rollback();
                connection.setAutoCommit(true);
                connection.close();
            }
        }
    }

    private static void add(PriorityQueue<Head> heads, ResultSet rows) throws SQLException {
        if (rows.next()) {
            heads.add(new Head(rows.getLong(1), rows));
        }
    }

    long scans() throws SQLException {
        long sum = 0;
        for (Connection connection : connections) {
            connection.setAutoCommit(false);
            for (String sql : stream) {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setFetchSize(Data.FETCH_SIZE);
                    sum += sum(statement);
                }
            }
            connection.rollback();
            connection.setAutoCommit(true);
        }
        return sum;
    }

    long groupByUser() throws SQLException {
        Map<Integer, Long> counts = new TreeMap<>();
        for (Connection connection : connections) {
            for (String sql : byUser) {
                try (PreparedStatement statement = connection.prepareStatement(sql);
                        ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        counts.merge(rows.getInt(1), rows.getLong(2), Long::sum);
                    }
                }
            }
        }
        long sum = 0;
        for (Map.Entry<Integer, Long> each : counts.entrySet()) {
            sum += 1 + each.getKey() * each.getValue();
        }
        return sum;
    }

    long groupByStatus() throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        for (Connection connection : connections) {
            for (String sql : byStatus) {
                try (PreparedStatement statement = connection.prepareStatement(sql);
                        ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        counts.merge(rows.getString(1), rows.getLong(2), Long::sum);
                    }
                }
            }
        }
        long sum = 0;
        for (Map.Entry<String, Long> each : counts.entrySet()) {
            sum += 1 + each.getKey().length() * each.getValue();
        }
        return sum;
    }
}
