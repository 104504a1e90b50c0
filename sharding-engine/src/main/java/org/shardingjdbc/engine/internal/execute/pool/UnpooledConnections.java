package org.shardingjdbc.engine.internal.execute.pool;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.util.DriverDataSource;
import com.zaxxer.hikari.util.PropertyElf;
import com.zaxxer.hikari.util.UtilityElf;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Makes connections as a pool makes them, but outside of it: their user closes them. Stateless. */
final class UnpooledConnections {
    private UnpooledConnections() {}

    static Connection open(HikariConfig config) throws SQLException {
        DataSource given = config.getDataSource();
        if (given != null) {
            return config.getUsername() == null
                    ? given.getConnection()
                    : given.getConnection(config.getUsername(), config.getPassword());
        }
        if (config.getDataSourceClassName() != null) {
            DataSource made = UtilityElf.createInstance(config.getDataSourceClassName(), DataSource.class);
            PropertyElf.setTargetFromProperties(made, config.getDataSourceProperties());
            return config.getUsername() == null
                    ? made.getConnection()
                    : made.getConnection(config.getUsername(), config.getPassword());
        }
        return new DriverDataSource(
                        config.getJdbcUrl(),
                        config.getDriverClassName(),
                        config.getDataSourceProperties(),
                        config.getUsername(),
                        config.getPassword())
                .getConnection();
    }
}
