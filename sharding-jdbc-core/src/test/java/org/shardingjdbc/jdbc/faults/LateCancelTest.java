package org.shardingjdbc.jdbc.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Where one data source fails, the others are cancelled; that cancel may reach a server when its statement has ended.
 * The next statement on that connection must not be what it hits.
 */
class LateCancelTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_0.t_0,ds_1.t_1
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod}}
                  databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: db}}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 2}}
                db: {type: INLINE, props: {algorithm-expression: "ds_${id % 2}"}}
            """;

    @ParameterizedTest
    @CsvSource({"MYSQL,true", "MYSQL,false", "MARIADB,true", "MARIADB,false", "POSTGRESQL,true", "H2,true", "H2,false"})
    void itHitsNoLaterStatement(DatabaseKind kind, boolean autoCommit) throws Exception {
        try (Fixture<ShardingDataSource> fixture = Fixture.on(kind, "late_cancel")
                .rules(RULES)
                .pool("maximumPoolSize: 1")
                .props("fan-out: parallel")
                .open(ShardingDataSourceFactory::create)) {
            fixture.onSharded("CREATE TABLE t (id INT PRIMARY KEY, n INT)", "INSERT INTO t VALUES (1, 1), (2, 2)");
            try (Connection raw = fixture.raw(1).getConnection();
                    Statement statement = raw.createStatement()) {
                statement.execute("DROP TABLE t_1");
            }
            int hit = 0;
            String message = null;
            try (Connection connection = fixture.sharded().getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(autoCommit);
                for (int i = 0; i < Integer.getInteger("late.tries", 300); i++) {
                    // about as long as it takes to cancel
                    String slow = kind.speaksMySql() ? " WHERE SLEEP(0.000" + i % 40 + ") = 0" : "";
                    assertThatThrownBy(() -> statement.executeQuery("SELECT SUM(n) FROM t" + slow))
                            .isInstanceOf(SQLException.class);
                    try (ResultSet rows = statement.executeQuery("SELECT n FROM t WHERE id = 2")) {
                        assertThat(rows.next()).isTrue();
                    } catch (SQLException e) {
                        if (!autoCommit && e.getMessage().startsWith("SHD-6002")) {
                            connection.rollback();
                            continue;
                        }
                        hit++;
                        message = String.valueOf(e);
                    }
                }
            }
            assertThat(hit).as(message).isZero();
        }
    }
}
