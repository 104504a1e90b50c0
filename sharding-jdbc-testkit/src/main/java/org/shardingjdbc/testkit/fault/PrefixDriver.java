package org.shardingjdbc.testkit.fault;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;

/** A driver of tests: it takes the URLs that begin with its prefix, and says nothing of itself. */
public abstract class PrefixDriver implements Driver {
    private final String prefix;

    /** @param prefix with {@code jdbc:} in front */
    protected PrefixDriver(String prefix) {
        this.prefix = prefix;
    }

    /**
     * Connects to what a URL of its own names.
     *
     * @param rest of the URL, behind the prefix
     * @param info as the caller gave it; may be null
     */
    protected abstract Connection open(String rest, Properties info) throws SQLException;

    @Override
    public final Connection connect(String url, Properties info) throws SQLException {
        return acceptsURL(url) ? open(url.substring(prefix.length()), info) : null;
    }

    @Override
    public final boolean acceptsURL(String url) {
        return url.startsWith(prefix);
    }

    @Override
    public final DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public final int getMajorVersion() {
        return 1;
    }

    @Override
    public final int getMinorVersion() {
        return 0;
    }

    @Override
    public final boolean jdbcCompliant() {
        return false;
    }

    @Override
    public final Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("No parent logger");
    }
}
