package org.shardingjdbc.benchmarks.macro;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;
import javax.sql.DataSource;

/**
 * Runs a scenario as an application with a pool does: a connection for each transaction, each statement prepared anew.
 * Scenarios of a single statement have no transaction around it.
 */
final class SysbenchTerminal implements Terminal {
    static final String INSERT = "INSERT INTO sbtest (id, k, c, pad) VALUES (?, ?, ?, ?)";

    private static final String POINT = "SELECT c FROM sbtest WHERE id = ?";
    private static final String RANGE = "SELECT c FROM sbtest WHERE id BETWEEN ? AND ?";
    private static final String SUM = "SELECT SUM(k) FROM sbtest WHERE id BETWEEN ? AND ?";
    private static final String ORDERED = "SELECT c FROM sbtest WHERE id BETWEEN ? AND ? ORDER BY c";
    private static final String DISTINCT = "SELECT DISTINCT c FROM sbtest WHERE id BETWEEN ? AND ? ORDER BY c";
    private static final String UPDATE_INDEX = "UPDATE sbtest SET k = k + 1 WHERE id = ?";
    private static final String UPDATE_NON_INDEX = "UPDATE sbtest SET c = ? WHERE id = ?";
    private static final String DELETE = "DELETE FROM sbtest WHERE id = ?";

    private static final int POINT_SELECTS = 10;
    private static final int RANGE_SIZE = 100;

    private final DataSource dataSource;
    private final Sysbench workload;
    private final Random random;
    private long digest;

    SysbenchTerminal(DataSource dataSource, Sysbench workload, Random random) {
        this.dataSource = dataSource;
        this.workload = workload;
        this.random = random;
    }

    @Override
    public long digest() {
        return digest;
    }

    @Override
    public int transaction() throws SQLException {
        int id = id();
        try (Connection connection =
                dataSource instanceof HandShards shards ? shards.connection(id) : dataSource.getConnection()) {
            switch (workload.scenario()) {
                case POINT_SELECT -> point(connection, id);
                case UPDATE_INDEX -> updateIndex(connection, id);
                case UPDATE_NON_INDEX -> updateNonIndex(connection, id);
                case DELETE -> delete(connection, id);
                case READ_ONLY, WRITE_ONLY, READ_WRITE -> inTransaction(connection);
            }
        }
        return 0;
    }

    private String sql(String sql, int id) {
        return dataSource instanceof HandShards ? HandShards.sql(sql, id) : sql;
    }

    private void inTransaction(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try {
            if (workload.scenario() != Sysbench.Scenario.WRITE_ONLY) {
                read(connection);
            }
            if (workload.scenario() != Sysbench.Scenario.READ_ONLY) {
                write(connection);
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        }
        connection.setAutoCommit(true);
    }

    private void read(Connection connection) throws SQLException {
        for (int i = 0; i < POINT_SELECTS; i++) {
            point(connection, id());
        }
        range(connection, RANGE, false);
        range(connection, SUM, true);
        range(connection, ORDERED, true);
        range(connection, DISTINCT, true);
    }

    private void write(Connection connection) throws SQLException {
        updateIndex(connection, id());
        updateNonIndex(connection, id());
        int id = id();
        delete(connection, id);
        insert(connection, id);
    }

    private int id() {
        return 1 + random.nextInt(workload.rows());
    }

    private void point(Connection connection, int id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(POINT, id))) {
            statement.setInt(1, id);
            read(statement, true);
        }
    }

    private void range(Connection connection, String sql, boolean ordered) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int first = id();
            statement.setInt(1, first);
            statement.setInt(2, first + RANGE_SIZE - 1);
            read(statement, ordered);
        }
    }

    private void read(PreparedStatement statement, boolean ordered) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                int value = String.valueOf(rows.getString(1)).hashCode();
                digest = ordered ? digest * 31 + value : digest + value;
            }
        }
    }

    private void updateIndex(Connection connection, int id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(UPDATE_INDEX, id))) {
            statement.setInt(1, id);
            write(statement);
        }
    }

    private void updateNonIndex(Connection connection, int id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(UPDATE_NON_INDEX, id))) {
            statement.setString(1, Sysbench.digits(random, 10));
            statement.setInt(2, id);
            write(statement);
        }
    }

    private void delete(Connection connection, int id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql(DELETE, id))) {
            statement.setInt(1, id);
            write(statement);
        }
    }

    private void insert(Connection connection, int id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setInt(1, id);
            statement.setInt(2, id());
            statement.setString(3, Sysbench.digits(random, 10));
            statement.setString(4, Sysbench.digits(random, 5));
            write(statement);
        }
    }

    private void write(PreparedStatement statement) throws SQLException {
        digest = digest * 31 + statement.executeUpdate();
    }
}
