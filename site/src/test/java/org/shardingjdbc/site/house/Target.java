package org.shardingjdbc.site.house;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/** What is measured: warm executions on H2, each between begin and end. */
public final class Target {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: "jdbc:h2:mem:house_0;DB_CLOSE_DELAY=-1", username: sa}
              ds_1: {jdbcUrl: "jdbc:h2:mem:house_1;DB_CLOSE_DELAY=-1", username: sa}
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod}}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            """;
    private static final int WARM = 3_000;

    private static int distinct;

    public static void main(String[] args) throws Exception {
        try (ShardingDataSource dataSource =
                ShardingDataSourceFactory.create(new ByteArrayInputStream(YAML.getBytes(StandardCharsets.UTF_8)))) {
            try (Connection connection = dataSource.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, n INT, name VARCHAR(20))");
                for (int id = 0; id < 40; id++) {
                    statement.execute("INSERT INTO t VALUES (" + id + ", " + id % 7 + ", 'n" + id + "')");
                }
            }
            for (int i = 0; i < WARM; i++) {
                point(dataSource, i % 40);
                if (i % 10 == 0) {
                    prepare(dataSource);
                    pulled(dataSource);
                }
            }
            begin("a warm point SELECT, from connection to close");
            point(dataSource, 7);
            end();
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement select = connection.prepareStatement("SELECT name FROM t WHERE id = ?")) {
                select.setLong(1, 7);
                begin("its executeQuery alone");
                select.executeQuery().close();
                end();
            }
            begin("preparing a new SELECT of two predicates");
            prepare(dataSource);
            end();
            begin("a warm pulled join");
            pulled(dataSource);
            end();
        }
        System.exit(0);
    }

    private static void point(ShardingDataSource dataSource, long id) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT name FROM t WHERE id = ?")) {
            select.setLong(1, id);
            try (ResultSet rows = select.executeQuery()) {
                rows.next();
                rows.getString(1);
            }
        }
    }

    private static void prepare(ShardingDataSource dataSource) throws SQLException {
        String sql = "SELECT name AS x" + distinct++ + " FROM t WHERE id = ? AND n > ?";
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement(sql)) {
            select.setLong(1, 1);
            select.setInt(2, 1);
            select.executeQuery().close();
        }
    }

    private static void pulled(ShardingDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT a.name, b.name FROM t a JOIN t b ON a.n = b.id")) {
            select.executeQuery().close();
        }
    }

    static void begin(String what) {
        // A breakpoint stands here.
    }

    static void end() {
        // And here.
    }
}
