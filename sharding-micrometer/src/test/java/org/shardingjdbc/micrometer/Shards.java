package org.shardingjdbc.micrometer;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A sharding data source with eight orders on four data nodes. For one thread. */
final class Shards implements AutoCloseable {
    private final Fixture<ShardingDataSource> fixture;

    Shards(DatabaseKind kind, String name) throws Exception {
        fixture = Fixture.on(kind, name)
                .sharded("t_order", "order_id", 4)
                .sharded("t_user", "user_id", 4)
                .open(ShardingDataSourceFactory::create);
        run(
                "DROP TABLE IF EXISTS t_order",
                "DROP TABLE IF EXISTS t_user",
                "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id BIGINT, note VARCHAR(20))",
                "CREATE TABLE t_user (user_id BIGINT PRIMARY KEY, name VARCHAR(20))",
                "INSERT INTO t_order VALUES (0, 0, 'a'), (1, 1, 'b'), (2, 2, 'c'), (3, 0, 'd')",
                "INSERT INTO t_user VALUES (0, 'u'), (1, 'v'), (2, 'w')");
    }

    ShardingDataSource dataSource() {
        return fixture.sharded();
    }

    /** Runs statements and reads their rows. */
    void run(String... statements) throws SQLException {
        try (Connection connection = dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                if (statement.execute(sql)) {
                    try (ResultSet rows = statement.getResultSet()) {
                        while (rows.next()) {
                            rows.getObject(1);
                        }
                    }
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        fixture.close();
    }
}
