package org.shardingjdbc.spring.actuate;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Whether a physical data source gives a connection that lives.
 *
 * @param failure null when it does
 * @param product the database, null when it does not answer
 */
record DataSourceAnswer(String product, Exception failure) {
    private static final int SECONDS = 5;

    static DataSourceAnswer of(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            return connection.isValid(SECONDS)
                    ? new DataSourceAnswer(connection.getMetaData().getDatabaseProductName(), null)
                    : new DataSourceAnswer(null, new SQLException("its connection is not valid"));
        } catch (SQLException | RuntimeException e) {
            return new DataSourceAnswer(null, e);
        }
    }
}
