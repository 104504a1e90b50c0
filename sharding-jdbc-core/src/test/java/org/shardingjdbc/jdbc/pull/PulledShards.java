package org.shardingjdbc.jdbc.pull;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.faults.TemporaryTables;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Orders on four data nodes in two data sources, in pools of a chosen size, with chosen props. */
final class PulledShards implements AutoCloseable {
    /** The orders 1 to 8; the order n belongs to the user n / 2. */
    static final int ORDERS = 8;

    private static final String RULES = """
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order_${0..1}
                    databaseStrategy:
                      standard:
                        shardingColumn: user_id
                        shardingAlgorithmName: by_user
                    tableStrategy:
                      standard:
                        shardingColumn: order_id
                        shardingAlgorithmName: by_order
                shardingAlgorithms:
                  by_user:
                    type: MOD
                    props:
                      sharding-count: 2
                  by_order:
                    type: MOD
                    props:
                      sharding-count: 2
              - !SINGLE
                tables:
                  - ds_0.t_here
                  - ds_1.t_there
                defaultDataSource: ds_0
            """;

    private final DatabaseKind kind;
    private final int poolSize;
    private final Fixture<ShardingDataSource> fixture;
    private final ShardingDataSource dataSource;

    /** @param props each as {@code key: value} */
    PulledShards(DatabaseKind kind, int poolSize, String... props) throws SQLException, IOException {
        this.kind = kind;
        this.poolSize = poolSize;
        fixture = Fixture.on(kind, "pulled")
                .rules(RULES)
                .pool(
                        "poolName: pulled_ds_%d",
                        "registerMbeans: true", "maximumPoolSize: " + poolSize, "connectionTimeout: 20000")
                // Idle logical connections have none, so what is in use was left by an execution.
                .props("connection-linger-milliseconds: 0")
                .props(props)
                .open(ShardingDataSourceFactory::create);
        dataSource = fixture.sharded();
        fill();
    }

    private void fill() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t_order (order_id INT PRIMARY KEY, user_id INT NOT NULL, name VARCHAR(20))");
            statement.execute("CREATE TABLE t_here (id INT PRIMARY KEY, name VARCHAR(20))");
            statement.execute("CREATE TABLE t_there (id INT PRIMARY KEY, name VARCHAR(20))");
            for (int i = 1; i <= ORDERS; i++) {
                statement.executeUpdate("INSERT INTO t_order VALUES (" + i + ", " + i / 2 + ", 'n" + i + "')");
            }
            statement.executeUpdate("INSERT INTO t_here VALUES (1, 'a'), (2, 'b')");
            statement.executeUpdate("INSERT INTO t_there VALUES (2, 'B'), (3, 'C')");
        }
    }

    Connection connection() throws SQLException {
        return dataSource.getConnection();
    }

    /** Connections of a data source that are in use. */
    int active(int index) throws JMException {
        ObjectName pool = new ObjectName("com.zaxxer.hikari:type=Pool (pulled_ds_" + index + ")");
        return (Integer) ManagementFactory.getPlatformMBeanServer().getAttribute(pool, "ActiveConnections");
    }

    /** Checks that no connection is in use, and none has a temporary table or a transaction. */
    void assertNothingLeft() throws SQLException, JMException {
        for (int i = 0; i < 2; i++) {
            assertThat(active(i)).as("connections of ds_%d in use", i).isZero();
        }
        for (Map.Entry<String, DataSource> pool : dataSource.dataSources().entrySet()) {
            List<Connection> all = new ArrayList<>();
            try {
                for (int i = 0; i < poolSize; i++) {
                    Connection connection = pool.getValue().getConnection();
                    all.add(connection);
                    assertThat(connection.getAutoCommit()).isTrue();
                    assertThat(TemporaryTables.on(kind, connection))
                            .as("temporary tables of %s", pool.getKey())
                            .isEmpty();
                }
            } finally {
                for (Connection connection : all) {
                    connection.close();
                }
            }
        }
    }

    @Override
    public void close() throws SQLException {
        fixture.close();
    }
}
