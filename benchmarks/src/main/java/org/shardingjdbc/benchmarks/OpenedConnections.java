package org.shardingjdbc.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** The connections that a benchmark keeps for a trial, with their data sources. Not thread-safe. */
final class OpenedConnections {
    private final List<AutoCloseable> opened = new ArrayList<>();

    /**
     * A connection of a data source; both are closed with these.
     *
     * @param dataSource a pool, or one that unwraps to what closes it
     */
    Connection of(DataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        opened.add(connection);
        opened.add(dataSource instanceof HikariDataSource pool ? pool : dataSource.unwrap(AutoCloseable.class));
        return connection;
    }

    /** In the order in which they were opened. */
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }
}
