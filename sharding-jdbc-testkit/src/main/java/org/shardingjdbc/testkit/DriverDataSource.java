package org.shardingjdbc.testkit;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Opens a new connection by the JDBC driver each time; holds nothing. */
public final class DriverDataSource extends BareDataSource {
    private final String url;
    private final String user;
    private final String password;

    public DriverDataSource(String url, String user, String password) {
        this.url = url;
        this.user = user;
        this.password = password;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    @Override
    public Connection getConnection(String otherUser, String otherPassword) throws SQLException {
        return DriverManager.getConnection(url, otherUser, otherPassword);
    }
}
