package org.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A moment that a subquery is asked for first is shown with its fraction, whatever the driver tells of its type. */
class ShownMomentsTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                visit:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod_4}
              shardingAlgorithms:
                mod_4: {type: MOD, props: {sharding-count: 4}}
            """;

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void keepsFractions(DatabaseKind kind) throws Exception {
        boolean mySqlFamily = kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL;
        String moment = mySqlFamily ? "DATETIME" : "TIMESTAMP";
        try (Fixture<ShardingDataSource> fixture =
                        Fixture.on(kind, "shown_moments").rules(RULES).open(ShardingDataSourceFactory::create);
                Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE visit (id INT PRIMARY KEY, micros " + moment + "(6), millis " + moment
                    + "(3), whole " + moment + "(0), day_time TIME(6))");
            statement.execute("INSERT INTO visit VALUES (1, '2023-12-31 00:00:00.000001', '2023-12-31 00:00:00.125',"
                    + " '2023-12-31 00:00:01', '10:00:00.000003')");
            for (String column : List.of("micros", "millis", "whole", "day_time")) {
                String stored = first(statement, "SELECT " + column + " FROM visit WHERE id = 1");
                assertThat(first(statement, "SELECT (SELECT MAX(" + column + ") FROM visit) AS c FROM visit"))
                        .as("%s of %s", column, kind)
                        .isEqualTo(stored);
                assertThat(first(
                                statement,
                                "SELECT (SELECT " + column + " FROM visit ORDER BY id LIMIT 1) AS c FROM visit"))
                        .as("first %s of %s", column, kind)
                        .isEqualTo(stored);
            }
        }
    }

    private static String first(Statement statement, String sql) throws Exception {
        try (ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
