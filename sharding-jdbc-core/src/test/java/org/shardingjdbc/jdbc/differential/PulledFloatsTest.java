package org.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.PlainAndSharded;

/** MariaDB and MySQL write a FLOAT with six digits; pulled into another table it must have all of them. */
class PulledFloatsTest {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: "%s", username: "%s", password: "%s"}
              ds_1: {jdbcUrl: "%s", username: "%s", password: "%s"}
            rules:
              - !SHARDING
                autoTables:
                  t_measure:
                    actualDataSources: ds_0,ds_1
                    shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}
                shardingAlgorithms:
                  mod_4: {type: MOD, props: {sharding-count: 4}}
            """;

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void pulledFloatsKeepAllTheirDigits(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        server.createDatabase("floats");
        String first = server.createDatabase("floats_0");
        String second = server.createDatabase("floats_1");
        String yaml = YAML.formatted(first, server.user(), server.password(), second, server.user(), server.password());
        try (ShardingDataSource sharded = ShardingDataSourceFactory.create(
                        new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
                PlainAndSharded both = new PlainAndSharded(server.dataSource("floats"), sharded)) {
            both.setUp(
                    "CREATE TABLE t_measure (id INT PRIMARY KEY, other INT, value FLOAT)",
                    "INSERT INTO t_measure VALUES (1, 2, 1234567.0), (2, 3, 0.1), (3, 4, -16777215.0), (4, 1, NULL)");
            String sql = "SELECT a.id, a.value, a.value * 1.0e0, b.value + 0.0e0 FROM t_measure a"
                    + " JOIN t_measure b ON a.other = b.id ORDER BY a.id";
            assertThat(sharded.explain(sql).operator()).isEqualTo("Pull");
            both.query(sql).ordered().agree();
        }
    }
}
