package org.shardingjdbc.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Sharding by hand, the limit: the code of one who knows the data nodes, over HikariCP, one statement after the other.
 */
final class HandTarget implements Target {

    private final HikariDataSource[] pools;
    private final boolean owner;
    private final Connection[] connections = new Connection[Data.DATA_SOURCES];
    private final HandQueries queries;
    private final List<String> select = Data.Sql.ofTables(Data.Sql::select);
    private final String sameText = Data.Sql.literals("t_order_" + Data.table(Data.KNOWN_ORDER), Data.KNOWN_ORDER);
    private final PreparedStatement[] reused = new PreparedStatement[Data.NODES];
    private final PreparedStatement[] inserts = new PreparedStatement[Data.NODES];
    private final PreparedStatement[] updates = new PreparedStatement[Data.NODES];
    private final PreparedStatement[] deletes = new PreparedStatement[Data.NODES];
    /** By node and number of rows, made when first needed. */
    private final PreparedStatement[][] insertRows = new PreparedStatement[Data.NODES][Data.ROWS_AT_ONCE + 1];

    HandTarget(Backend backend) throws SQLException {
        this(pools(backend), true);
    }

    private HandTarget(HikariDataSource[] pools, boolean owner) throws SQLException {
        this.pools = pools;
        this.owner = owner;
        for (int i = 0; i < pools.length; i++) {
            connections[i] = pools[i].getConnection();
        }
        queries = new HandQueries(connections);
        for (int node = 0; node < Data.NODES; node++) {
            Connection connection = connections[node / Data.TABLES];
            String table = "t_order_" + node % Data.TABLES;
            reused[node] = connection.prepareStatement(Data.Sql.select(table));
            inserts[node] = connection.prepareStatement(Data.Sql.insert(table));
            updates[node] = connection.prepareStatement(Data.Sql.update(table));
            deletes[node] = connection.prepareStatement(Data.Sql.delete(table));
        }
    }

    private static HikariDataSource[] pools(Backend backend) {
        HikariDataSource[] pools = new HikariDataSource[Data.DATA_SOURCES];
        for (int i = 0; i < pools.length; i++) {
            pools[i] = pool(backend, i);
        }
        return pools;
    }

    static HikariDataSource pool(Backend backend, int dataSource) {
        HikariConfig config = new HikariConfig();
        config.setDriverClassName(backend.driver());
        config.setJdbcUrl(backend.url(dataSource));
        config.setUsername(backend.user());
        config.setPassword("");
        config.setMaximumPoolSize(Contender.POOL_SIZE);
        return new HikariDataSource(config);
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
        return text(order, Data.Sql.literals("t_order_" + Data.table(order), order));
    }

    @Override
    public String sameText() throws SQLException {
        return text(Data.KNOWN_ORDER, sameText);
    }

    private String text(long order, String sql) throws SQLException {
        try (Statement statement = connections[Data.dataSource(order)].createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    @Override
    public int insert(long order) throws SQLException {
        PreparedStatement statement = inserts[Data.node(order)];
        set(statement, 0, order);
        return statement.executeUpdate();
    }

    private static void set(PreparedStatement insert, int row, long order) throws SQLException {
        insert.setLong(3 * row + 1, order);
        insert.setInt(3 * row + 2, Data.user(order));
        insert.setString(3 * row + 3, "NEW");
    }

    @Override
    public int insertRows(long first) throws SQLException {
        int changed = 0;
        for (int node = 0; node < Data.NODES; node++) {
            int count = 0;
            for (long order = first; order < first + Data.ROWS_AT_ONCE; order++) {
                if (Data.node(order) == node) {
                    count++;
                }
            }
            if (count > 0) {
                changed += insertRows(node, count, first);
            }
        }
        return changed;
    }

    private int insertRows(int node, int count, long first) throws SQLException {
        PreparedStatement statement = insertRows[node][count];
        if (statement == null) {
            String sql = Data.Sql.insertRows("t_order_" + node % Data.TABLES, count);
            statement = connections[node / Data.TABLES].prepareStatement(sql);
            insertRows[node][count] = statement;
        }
        int row = 0;
        for (long order = first; order < first + Data.ROWS_AT_ONCE; order++) {
            if (Data.node(order) == node) {
                set(statement, row++, order);
            }
        }
        return statement.executeUpdate();
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
            set(statement, 0, order);
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
        return queries.in(orders);
    }

    @Override
    public long range(long first, long last) throws SQLException {
        return queries.range(first, last);
    }

    @Override
    public long joinByKey(long order) throws SQLException {
        return queries.joinByKey(order);
    }

    @Override
    public long join(int user) throws SQLException {
        return queries.join(user);
    }

    @Override
    public long top(int offset) throws SQLException {
        return queries.top(offset);
    }

    @Override
    public long stream() throws SQLException {
        return queries.stream(pools);
    }

    /** The rows of {@link #stream()} read node by node, without an order of all: no merge can be faster. */
    long scans() throws SQLException {
        return queries.scans();
    }

    @Override
    public long groupByUser() throws SQLException {
        return queries.groupByUser();
    }

    @Override
    public long groupByStatus() throws SQLException {
        return queries.groupByStatus();
    }

    @Override
    public Target another() throws SQLException {
        return new HandTarget(pools, false);
    }

    @Override
    public void close() throws SQLException {
        for (int i = 0; i < pools.length; i++) {
            connections[i].close();
            if (owner) {
                pools[i].close();
            }
        }
    }
}
