package org.shardingjdbc.benchmarks.macro;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.testkit.BareDataSource;

/**
 * Sharding by hand: who knows the key takes a connection of its database and writes the name of its table. What is done
 * before and between measurements, such as filling the tables, goes by a data source that shards.
 */
final class HandShards extends BareDataSource implements AutoCloseable {
    private final DataSource whole;
    private final List<HikariDataSource> pools;

    /**
     * @param whole closed with this
     * @param pools of the databases, as {@link Layout} has them
     */
    HandShards(DataSource whole, List<HikariDataSource> pools) {
        this.whole = whole;
        this.pools = List.copyOf(pools);
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
}
