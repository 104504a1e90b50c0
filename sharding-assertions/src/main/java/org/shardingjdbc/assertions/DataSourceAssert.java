package org.shardingjdbc.assertions;

import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;

/** A data source of which a test asks where it sends statements. Immutable. */
public final class DataSourceAssert {
    private final DataSource dataSource;

    DataSourceAssert(DataSource dataSource) {
        this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    }

    /**
     * What follows is said of this statement, whatever its parameters are.
     *
     * @param sql with placeholders or literals
     * @throws SQLException when the data source is none of ours, is closed, or a database cannot be asked for
     *     definitions that are needed
     */
    public StatementAssert sql(String sql) throws SQLException {
        if (dataSource instanceof ShardingDataSource sharding) {
            return new StatementAssert(sharding.advise(sql));
        }
        if (!dataSource.isWrapperFor(ShardingDataSource.class)) {
            throw new SQLException("There is no ShardingDataSource in the "
                    + dataSource.getClass().getName()
                    + " of assertThat. Give it the data source that ShardingDataSourceFactory made.");
        }
        return new StatementAssert(dataSource.unwrap(ShardingDataSource.class).advise(sql));
    }
}
