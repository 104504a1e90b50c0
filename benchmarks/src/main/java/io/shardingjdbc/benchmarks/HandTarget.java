package io.shardingjdbc.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sharding by hand, the limit: the code of one who knows the data nodes, over HikariCP, one statement after the other.
 */
final class HandTarget implements Target {
    private static final int POOL_SIZE = 10;

    private final HikariDataSource[] pools = new HikariDataSource[Data.DATA_SOURCES];
    private final Connection[] connections = new Connection[Data.DATA_SOURCES];
    private final List<String> select = Data.Sql.ofNodes(Data.Sql::select);
    private final List<String> top = Data.Sql.ofNodes(Data.Sql::top);
    private final List<String> stream = Data.Sql.ofNodes(Data.Sql::stream);
    private final List<String> group = Data.Sql.ofNodes(Data.Sql::group);
    private final String[][] in = new String[Data.TABLES][11];
    private final PreparedStatement[] reused = new PreparedStatement[Data.NODES];
    private final PreparedStatement[] inserts = new PreparedStatement[Data.NODES];
    private final PreparedStatement[] updates = new PreparedStatement[Data.NODES];
    private final PreparedStatement[] deletes = new PreparedStatement[Data.NODES];

    HandTarget(Backend backend) throws SQLException {
        for (int i = 0; i < pools.length; i++) {
            HikariConfig config = new HikariConfig();
            config.setDriverClassName(backend.driver());
            config.setJdbcUrl(backend.url(i));
            config.setUsername(backend.user());
            config.setPassword("");
            config.setMaximumPoolSize(POOL_SIZE);
            pools[i] = new HikariDataSource(config);
            connections[i] = pools[i].getConnection();
        }
        for (int table = 0; table < Data.TABLES; table++) {
            for (int keys = 1; keys < in[table].length; keys++) {
                in[table][keys] = Data.Sql.in("t_order_" + table, keys);
            }
        }
        for (int node = 0; node < Data.NODES; node++) {
            Connection connection = connections[node / Data.TABLES];
            String table = "t_order_" + node % Data.TABLES;
            reused[node] = connection.prepareStatement(Data.Sql.select(table));
            inserts[node] = connection.prepareStatement(Data.Sql.insert(table));
            updates[node] = connection.prepareStatement(Data.Sql.update(table));
            deletes[node] = connection.prepareStatement(Data.Sql.delete(table));
        }
    }

    private static String status(PreparedStatement statement, long order) throws SQLException {
        statement.setInt(1, Data.user(order));
        statement.setLong(2, order);
        try (ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    @Override
    public String prepareEach(long order) throws SQLException {
        try (PreparedStatement statement =
                connections[Data.dataSource(order)].prepareStatement(select.get(Data.table(order)))) {
            return status(statement, order);
        }
    }

    @Override
    public String reused(long order) throws SQLException {
        return status(reused[Data.node(order)], order);
    }

    @Override
    public String connectionEach(long order) throws SQLException {
        try (Connection connection = pools[Data.dataSource(order)].getConnection();
                PreparedStatement statement = connection.prepareStatement(select.get(Data.table(order)))) {
            return status(statement, order);
        }
    }

    @Override
    public String literals(long order) throws SQLException {
        try (Statement statement = connections[Data.dataSource(order)].createStatement();
                ResultSet rows = statement.executeQuery(Data.Sql.literals("t_order_" + Data.table(order), order))) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    @Override
    public int insert(long order) throws SQLException {
        PreparedStatement statement = inserts[Data.node(order)];
        set(statement, order);
        return statement.executeUpdate();
    }

    private static void set(PreparedStatement insert, long order) throws SQLException {
        insert.setLong(1, order);
        insert.setInt(2, Data.user(order));
        insert.setString(3, "NEW");
    }

    @Override
    public int update(long order) throws SQLException {
        PreparedStatement statement = updates[Data.node(order)];
        statement.setString(1, "PAID");
        statement.setInt(2, Data.user(order));
        statement.setLong(3, order);
        return statement.executeUpdate();
    }

    @Override
    public int delete(long order) throws SQLException {
        PreparedStatement statement = deletes[Data.node(order)];
        statement.setInt(1, Data.user(order));
        statement.setLong(2, order);
        return statement.executeUpdate();
    }

    @Override
    public int batch(long first, int count) throws SQLException {
        for (Connection connection : connections) {
            connection.setAutoCommit(false);
        }
        for (long order = first; order < first + count; order++) {
            PreparedStatement statement = inserts[Data.node(order)];
            set(statement, order);
            statement.addBatch();
        }
        int changed = 0;
        for (PreparedStatement statement : inserts) {
            changed += statement.executeBatch().length;
        }
        for (Connection connection : connections) {
            connection.commit();
            connection.setAutoCommit(true);
        }
        return changed;
    }

    @Override
    public long in(long[] orders) throws SQLException {
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
                    try (ResultSet rows = statement.executeQuery()) {
                        while (rows.next()) {
                            sum += rows.getLong(1);
                        }
                    }
                }
            }
        }
        return sum;
    }

    @Override
    public long top(int offset) throws SQLException {
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
        java.util.Arrays.sort(ids, 0, count);
        long sum = 0;
        for (int i = offset; i < Math.min(count, offset + 10); i++) {
            sum += ids[i];
        }
        return sum;
    }

    /** The next row of one node. */
    private record Head(long order, ResultSet rows) {}

    @Override
    public long stream() throws SQLException {
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
                    statement.setFetchSize(500);
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

    @Override
    public long group() throws SQLException {
        java.util.TreeMap<Integer, Long> counts = new java.util.TreeMap<>();
        for (Connection connection : connections) {
            for (String sql : group) {
                try (Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery(sql)) {
                    while (rows.next()) {
                        counts.merge(rows.getInt(1), rows.getLong(2), Long::sum);
                    }
                }
            }
        }
        long sum = 0;
        for (java.util.Map.Entry<Integer, Long> each : counts.entrySet()) {
            sum += 1 + each.getKey() * each.getValue();
        }
        return sum;
    }

    @Override
    public void close() throws SQLException {
        for (int i = 0; i < pools.length; i++) {
            connections[i].close();
            pools[i].close();
        }
    }
}
