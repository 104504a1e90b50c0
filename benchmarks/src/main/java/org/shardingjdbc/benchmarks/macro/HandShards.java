package org.shardingjdbc.benchmarks.macro;

import com.zaxxer.hikari.HikariDataSource;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Sharding by hand: who knows the key takes a connection of its database and writes the name of its table. What is done
 * before and between measurements, such as filling the tables, goes by a data source that shards.
 *
 * @param whole closed with this
 * @param pools of the databases, as {@link Layout} has them
 */
record HandShards(DataSource whole, List<HikariDataSource> pools) implements DataSource, AutoCloseable {
    HandShards {
        pools = List.copyOf(pools);
    }

    private static int table(int key) {
        return key % Layout.TABLES;
    }

    /** To the database of a key. */
    Connection connection(int key) throws SQLException {
        return pools.get(table(key) % Layout.DATA_SOURCES).getConnection();
    }

    /** A statement of one table, for the one that has the key. */
    static String sql(String sql, int key) {
        return sql.replace(Sysbench.TABLE, Sysbench.TABLE + "_" + table(key));
    }

    @Override
    public void close() throws SQLException {
        Contenders.close(whole);
        pools.forEach(HikariDataSource::close);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return whole.getConnection();
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return whole.getConnection(username, password);
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return whole.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        whole.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        whole.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return whole.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        return whole.getParentLogger();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return whole.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return whole.isWrapperFor(type);
    }
}
