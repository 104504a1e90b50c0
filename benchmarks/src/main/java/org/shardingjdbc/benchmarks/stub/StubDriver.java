package org.shardingjdbc.benchmarks.stub;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

/**
 * H2 for definitions and metadata; reads and writes of {@code t_order} are answered at once with canned rows and
 * counts, without looking at parameters. Its URLs are H2's, so it must be named as the driver. Safe for all threads.
 */
public final class StubDriver implements Driver {
    private final Driver h2 = new org.h2.Driver();

    /** For pools, which make drivers by class name. */
    public StubDriver() {
        // All state is in the connections.
    }

    @Override
    public Connection connect(String url, Properties info) throws SQLException {
        return acceptsURL(url) ? new StubConnection(h2.connect(url, info)) : null;
    }

    @Override
    public boolean acceptsURL(String url) throws SQLException {
        return h2.acceptsURL(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return h2.getMajorVersion();
    }

    @Override
    public int getMinorVersion() {
        return h2.getMinorVersion();
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("org.shardingjdbc.benchmarks");
    }
}
