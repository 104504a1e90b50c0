package org.shardingjdbc.spring.actuate;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Whether a physical data source gives a connection that lives.
 *
 * @param failure null when it does
 * @param product the database; empty when it does not answer
 */
record DataSourceAnswer(String product, @Nullable Exception failure) {
    private static final int SECONDS = 5;

    /** @param dataSource null when it is not configured any more */
    static DataSourceAnswer of(@Nullable DataSource dataSource) {
        if (dataSource == null) {
            return failed(new SQLException("it is not configured any more"));
        }
        try (Connection connection = dataSource.getConnection()) {
            return connection.isValid(SECONDS)
                    ? new DataSourceAnswer(connection.getMetaData().getDatabaseProductName(), null)
                    : failed(new SQLException("its connection is not valid"));
        } catch (SQLException | RuntimeException e) {
            return failed(e);
        }
    }

    private static DataSourceAnswer failed(Exception why) {
        return new DataSourceAnswer("", why);
    }
}
