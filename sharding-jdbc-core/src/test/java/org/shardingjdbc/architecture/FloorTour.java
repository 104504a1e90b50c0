package org.shardingjdbc.architecture;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;

/** Reads YAML, opens pools, plans and merges: what touches each library. Exits with 1 and a message on a mistake. */
public final class FloorTour {
    private static final String YAML = """
            dataSources:
              ds_0: &pool
                jdbcUrl: jdbc:h2:mem:floor_0
                username: sa
                maximumPoolSize: 2
              ds_1:
                <<: *pool
                jdbcUrl: jdbc:h2:mem:floor_1
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order
                    databaseStrategy:
                      standard: { shardingColumn: id, shardingAlgorithmName: by_id }
                shardingAlgorithms:
                  by_id: { type: INLINE, props: { algorithm-expression: "ds_${id % 2}" } }
            """;

    private FloorTour() {}

    public static void main(String[] args) {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(
                        YamlConfigurations.parse(YAML, "floor.yaml", PlaceholderType.NONE));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (id INT PRIMARY KEY)");
            statement.executeUpdate("INSERT INTO t_order VALUES (4), (1), (3), (2)");
            List<Integer> ids = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery("SELECT id FROM t_order ORDER BY id")) {
                while (rows.next()) {
                    ids.add(rows.getInt(1));
                }
            }
            System.out.println("a pool, then " + ids + ", then a " + afterTimeout(connection, statement));
        } catch (SQLException | ShardingException e) {
            System.out.println(e.getMessage());
            System.exit(1);
        }
    }

    /** Whether the pool was told by {@code LastingConnections} that a timeout is no reason to drop a connection. */
    private static String afterTimeout(Connection connection, Statement statement) throws SQLException {
        connection.setAutoCommit(false);
        statement.executeUpdate("INSERT INTO t_order VALUES (6)");
        statement.setQueryTimeout(1);
        try {
            statement.executeQuery(
                    "SELECT COUNT(*) FROM t_order, SYSTEM_RANGE(1, 100000) a, SYSTEM_RANGE(1, 100000) b WHERE id = 6");
            return "query that was too fast";
        } catch (SQLException e) {
            statement.setQueryTimeout(0);
            try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM t_order WHERE id = 6")) {
                row.next();
                return row.getInt(1) == 1 ? "timeout that leaves the connection" : "timeout that loses rows";
            }
        }
    }
}
