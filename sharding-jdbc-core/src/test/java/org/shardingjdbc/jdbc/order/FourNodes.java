package org.shardingjdbc.jdbc.order;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.TestServer;

/** A table {@code t} sharded by its whole number {@code id} over two data sources of two tables each. */
final class FourNodes {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_${0..1}.t_${0..1}
                  databaseStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: by_database}
                  tableStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: by_table}
              shardingAlgorithms:
                by_database:
                  type: INLINE
                  props: {algorithm-expression: "ds_${id % 2}", allow-range-query-with-inline-sharding: true}
                by_table:
                  type: INLINE
                  props: {algorithm-expression: "t_${id.intdiv(2) % 2}", allow-range-query-with-inline-sharding: true}
            """;

    private FourNodes() {}

    /**
     * Creates the databases {@code name}, {@code name_0} and {@code name_1}, and the sharded data source over the last
     * two.
     *
     * @param preparation statements that each database gets first
     */
    static ShardingDataSource open(TestServer server, String name, List<String> preparation)
            throws SQLException, IOException {
        for (String database : List.of(name, name + "_0", name + "_1")) {
            server.createDatabase(database);
            try (Connection connection = server.dataSource(database).getConnection();
                    Statement statement = connection.createStatement()) {
                for (String sql : preparation) {
                    statement.execute(sql);
                }
            }
        }
        return ShardingDataSourceFactory.create(
                new ByteArrayInputStream((sources(server, name) + RULES).getBytes(StandardCharsets.UTF_8)));
    }

    /** The data sources {@code ds_0} and {@code ds_1} as YAML. */
    static String sources(TestServer server, String name) {
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (int i = 0; i < 2; i++) {
            yaml.append("  ds_").append(i).append(": {driverClassName: ");
            yaml.append(server.driverClassName()).append(", jdbcUrl: \"").append(server.jdbcUrl(name + "_" + i));
            yaml.append("\", username: \"").append(server.user()).append("\", password: \"");
            yaml.append(server.password()).append("\"}\n");
        }
        return yaml.toString();
    }
}
