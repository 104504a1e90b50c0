package org.shardingjdbc.architecture;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** From a configuration to the first row, and no further: {@link FirstRowTest} runs it in a JVM of its own. */
final class FirstRow {
    /** Precedes the row on the standard output. */
    static final String ROW = "first row: ";

    private static final String CONFIGURATION = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:first_row_0;DB_CLOSE_DELAY=-1'}
              ds_1: {jdbcUrl: 'jdbc:h2:mem:first_row_1;DB_CLOSE_DELAY=-1'}
            rules:
              - !SHARDING
                tables:
                  t_order:
                    actualDataNodes: ds_${0..1}.t_order_${0..1}
                    databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: by_user}}
                    tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: by_order}}
                shardingAlgorithms:
                  by_user: {type: INLINE, props: {algorithm-expression: 'ds_${user_id % 2}'}}
                  by_order: {type: INLINE, props: {algorithm-expression: 't_order_${order_id % 2}'}}
            """;

    private FirstRow() {}

    public static void main(String[] arguments) throws Exception {
        for (int source = 0; source < 2; source++) {
            try (Connection connection =
                    DriverManager.getConnection("jdbc:h2:mem:first_row_" + source + ";DB_CLOSE_DELAY=-1")) {
                for (int table = 0; table < 2; table++) {
                    String name = "t_order_" + table;
                    connection
                            .createStatement()
                            .execute("CREATE TABLE " + name
                                    + " (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, status VARCHAR(10))");
                    connection
                            .createStatement()
                            .execute("INSERT INTO " + name + " VALUES (" + table + ", " + source + ", 'NEW')");
                }
            }
        }
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(
                        new ByteArrayInputStream(CONFIGURATION.getBytes(StandardCharsets.UTF_8)));
                Connection connection = dataSource.getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT status FROM t_order WHERE user_id = ? AND order_id = ?")) {
            statement.setInt(1, 1);
            statement.setLong(2, 1);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                System.out.println(ROW + rows.getString(1));
            }
        }
    }
}
