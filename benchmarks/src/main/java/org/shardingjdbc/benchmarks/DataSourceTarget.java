package org.shardingjdbc.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** A sharding data source: logic SQL over one logical connection, as an application writes it. */
final class DataSourceTarget implements Target {
    private static final String TABLE = "t_order";
    private static final String SELECT = Data.Sql.select(TABLE);
    private static final String TOP = Data.Sql.top(TABLE);
    private static final String IN = Data.Sql.in(TABLE, 10);
    private static final String RANGE = Data.Sql.range(TABLE);
    private static final String JOIN_BY_KEY = Data.Sql.joinByKey(TABLE, "t_order_item");
    private static final String JOIN = Data.Sql.join(TABLE, "t_order_item");
    private static final String STREAM = Data.Sql.stream(TABLE);
    private static final String BY_USER = Data.Sql.group(TABLE);
    private static final String BY_STATUS = Data.Sql.groupByStatus(TABLE);
    private static final String SAME_TEXT = Data.Sql.literals(TABLE, Data.KNOWN_ORDER);

    /** Operations after which the connection is taken anew. */
    private static final int USES = 1_000;

    private final DataSource dataSource;
    private final boolean owner;
    private final Connection connection;
    private final PreparedStatement reused;
    private final PreparedStatement insert;
    private final PreparedStatement update;
    private final PreparedStatement delete;
    private final PreparedStatement insertRows;
    private Connection passing;
    private int uses;

    /** @param dataSource closed with the target, if it can be closed */
    DataSourceTarget(DataSource dataSource) throws SQLException {
        this(dataSource, true);
    }

    private DataSourceTarget(DataSource dataSource, boolean owner) throws SQLException {
        this.dataSource = dataSource;
        this.owner = owner;
        this.connection = dataSource.getConnection();
        this.reused = connection.prepareStatement(SELECT);
        this.insert = connection.prepareStatement(Data.Sql.insert(TABLE));
        this.update = connection.prepareStatement(Data.Sql.update(TABLE));
        this.delete = connection.prepareStatement(Data.Sql.delete(TABLE));
        this.insertRows = connection.prepareStatement(Data.Sql.insertRows(TABLE, Data.ROWS_AT_ONCE));
    }

    @Override
    public Target another() throws SQLException {
        // ShardingSphere finds its parts by the class loader of the thread, and without them its rules do nothing
        Thread.currentThread().setContextClassLoader(dataSource.getClass().getClassLoader());
        return new DataSourceTarget(dataSource, false);
    }

    /**
     * The connection of operations that make their statements anew. An application gives its connection back now and
     * then; ShardingSphere keeps something of each statement until then, and gets slower with them.
     */
    private Connection passing() throws SQLException {
        if (uses++ % USES == 0) {
            if (passing != null) {
                passing.close();
            }
            passing = dataSource.getConnection();
        }
        return passing;
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
        try (PreparedStatement statement = passing().prepareStatement(SELECT)) {
            return status(statement, order);
        }
    }

    @Override
    public String reused(long order) throws SQLException {
        return status(reused, order);
    }

    @Override
    public String connectionEach(long order) throws SQLException {
        try (Connection own = dataSource.getConnection();
                PreparedStatement statement = own.prepareStatement(SELECT)) {
            return status(statement, order);
        }
    }

    @Override
    public String literals(long order) throws SQLException {
        return text(Data.Sql.literals(TABLE, order));
    }

    @Override
    public String sameText() throws SQLException {
        return text(SAME_TEXT);
    }

    private String text(String sql) throws SQLException {
        try (Statement statement = passing().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    @Override
    public int insert(long order) throws SQLException {
        set(insert, 0, order);
        return insert.executeUpdate();
    }

    private static void set(PreparedStatement insert, int row, long order) throws SQLException {
        insert.setLong(3 * row + 1, order);
        insert.setInt(3 * row + 2, Data.user(order));
        insert.setString(3 * row + 3, "NEW");
    }

    @Override
    public int insertRows(long first) throws SQLException {
        for (int i = 0; i < Data.ROWS_AT_ONCE; i++) {
            set(insertRows, i, first + i);
        }
        return insertRows.executeUpdate();
    }

    @Override
    public int update(long order) throws SQLException {
        update.setString(1, "PAID");
        update.setInt(2, Data.user(order));
        update.setLong(3, order);
        return update.executeUpdate();
    }

    @Override
    public int delete(long order) throws SQLException {
        delete.setInt(1, Data.user(order));
        delete.setLong(2, order);
        return delete.executeUpdate();
    }

    @Override
    public int batch(long first, int count) throws SQLException {
        connection.setAutoCommit(false);
        for (long order = first; order < first + count; order++) {
            set(insert, 0, order);
            insert.addBatch();
        }
        int changed = insert.executeBatch().length;
        connection.commit();
        connection.setAutoCommit(true);
        return changed;
    }

    @Override
    public long in(long[] orders) throws SQLException {
        try (PreparedStatement statement = passing().prepareStatement(IN)) {
            for (int i = 0; i < orders.length; i++) {
                statement.setLong(i + 1, orders[i]);
            }
            return sum(statement);
        }
    }

    @Override
    public long range(long first, long last) throws SQLException {
        try (PreparedStatement statement = passing().prepareStatement(RANGE)) {
            statement.setLong(1, first);
            statement.setLong(2, last);
            return sum(statement);
        }
    }

    @Override
    public long joinByKey(long order) throws SQLException {
        long sum = 0;
        try (PreparedStatement statement = passing().prepareStatement(JOIN_BY_KEY)) {
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

    @Override
    public long join(int user) throws SQLException {
        long sum = 0;
        try (PreparedStatement statement = passing().prepareStatement(JOIN)) {
            statement.setInt(1, user);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    sum += rows.getLong(2) + rows.getInt(3);
                }
            }
        }
        return sum;
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

    @Override
    public long top(int offset) throws SQLException {
        try (PreparedStatement statement = passing().prepareStatement(TOP)) {
            statement.setInt(1, 10);
            statement.setInt(2, offset);
            return sum(statement);
        }
    }

    @Override
    public long stream() throws SQLException {
        // what drivers ask for before they let rows come bit by bit
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement(STREAM)) {
            statement.setFetchSize(Data.FETCH_SIZE);
            return sum(statement);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    @Override
    public long groupByUser() throws SQLException {
        long sum = 0;
        try (PreparedStatement statement = passing().prepareStatement(BY_USER);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                sum += 1 + rows.getInt(1) * rows.getLong(2);
            }
        }
        return sum;
    }

    @Override
    public long groupByStatus() throws SQLException {
        long sum = 0;
        try (PreparedStatement statement = passing().prepareStatement(BY_STATUS);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                sum += 1 + rows.getString(1).length() * rows.getLong(2);
            }
        }
        return sum;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        if (passing != null) {
            passing.close();
        }
        if (owner && dataSource instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (RuntimeException | SQLException e) {
                throw e;
            } catch (Exception e) {
                throw new SQLException("The data source of " + this + " does not close", e);
            }
        }
    }
}
