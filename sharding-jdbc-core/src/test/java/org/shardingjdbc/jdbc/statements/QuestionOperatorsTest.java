package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Question marks that are operators, in texts that are not prepared but become so: by a made key, and in steps. */
class QuestionOperatorsTest {
    private static final String RULES = """
            rules:
              - !SHARDING
                autoTables:
                  t:
                    actualDataSources: ds_0,ds_1
                    keyGenerateStrategy:
                      column: id
                      keyGeneratorName: snowflake
                    shardingStrategy:
                      standard:
                        shardingColumn: id
                        shardingAlgorithmName: mod_4
                shardingAlgorithms:
                  mod_4:
                    type: MOD
                    props:
                      sharding-count: 4
                keyGenerators:
                  snowflake:
                    type: SNOWFLAKE
              - !SINGLE
                tables: [ds_0.s]
            """;

    private static final List<String> TEXTS = List.of(
            "UPDATE t SET b = true WHERE j ? 'a'",
            "UPDATE t SET b = j ?& array['a'] WHERE id IN (1, 3) AND 'x?' <> '?' /* ? */",
            "UPDATE s SET b = j ?| array['b']",
            "INSERT INTO t (id, j) SELECT id + 100, j FROM t WHERE j ? 'a'",
            "UPDATE t SET id = id + 1000 WHERE j ? 'a'",
            "DELETE FROM t WHERE j ? 'b' AND id IN (SELECT id FROM s WHERE j ? 'b')",
            "INSERT INTO s SELECT x.id, x.j, x.j ? 'a' FROM t x JOIN t y ON x.b = y.b AND x.id < y.id");

    private static List<String> outcomes(Connection connection, boolean batch) throws SQLException {
        List<String> all = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            for (String table : List.of("t", "s")) {
                statement.execute("DELETE FROM " + table);
                statement.execute("INSERT INTO " + table
                        + " (id, j) VALUES (1, '{\"a\": 1}'), (2, '{\"b\": 1}'), (3, '{\"a\": 2}')");
            }
            for (String text : TEXTS) {
                if (batch) {
                    statement.addBatch(text);
                } else {
                    all.add("" + statement.executeUpdate(text));
                }
            }
            if (batch) {
                all.add(Arrays.toString(statement.executeBatch()));
            }
            all.addAll(TwoDataSources.values(
                    statement, "SELECT id || ' ' || j || ' ' || COALESCE(b, false) FROM t WHERE j ? 'a' ORDER BY 1"));
            all.addAll(TwoDataSources.values(statement, "SELECT id || ' ' || COALESCE(b, false) FROM s ORDER BY 1"));
        }
        return all;
    }

    @Test
    void textsThatArePreparedForTheirStepsAndKeysKeepThem() throws SQLException, IOException {
        try (Fixture<ShardingDataSource> shards = Fixture.on(DatabaseKind.POSTGRESQL, "question_operators")
                        .rules(RULES)
                        .open(ShardingDataSourceFactory::create);
                Connection sharded = shards.sharded().getConnection();
                Connection plain = shards.plain().getConnection()) {
            for (Connection each : List.of(sharded, plain)) {
                try (Statement statement = each.createStatement()) {
                    statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, j JSONB, b BOOLEAN)");
                    statement.execute("CREATE TABLE s (id BIGINT, j JSONB, b BOOLEAN)");
                }
            }
            for (boolean batch : List.of(false, true)) {
                assertThat(outcomes(sharded, batch)).isEqualTo(outcomes(plain, batch));
            }
            try (Statement statement = sharded.createStatement()) {
                String made = "INSERT INTO t (b) VALUES ('{\"a\": 1}'::jsonb ? 'a')";
                assertThat(statement.executeUpdate(made)).isEqualTo(1);
                statement.addBatch(made);
                statement.addBatch("UPDATE t SET b = NULL WHERE j ? 'c'");
                assertThat(statement.executeBatch()).containsExactly(1, 0);
                assertThat(TwoDataSources.values(statement, "SELECT b FROM t WHERE id > 1000000"))
                        .containsExactly("t", "t");
            }
        }
    }
}
