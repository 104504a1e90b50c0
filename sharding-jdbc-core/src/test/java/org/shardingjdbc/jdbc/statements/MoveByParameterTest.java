package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A parameter becomes the sharding column's value, of a type that drivers send without its name. */
class MoveByParameterTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t_day:
                  actualDataNodes: ds_0.t_day_${202401..202406}
                  tableStrategy:
                    standard:
                      shardingColumn: day_key
                      shardingAlgorithmName: by_month
              shardingAlgorithms:
                by_month:
                  type: INTERVAL
                  props:
                    datetime-pattern: 'yyyy-MM-dd'
                    datetime-lower: '2024-01-01'
                    datetime-upper: '2024-06-30'
                    sharding-suffix-pattern: 'yyyyMM'
                    datetime-interval-amount: 1
                    datetime-interval-unit: 'MONTHS'
            """;

    private static LocalDate day(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT day_key FROM t_day WHERE id = 1")) {
            row.next();
            return row.getDate(1).toLocalDate();
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void rowMovesToTheNodeOfTheParametersDay(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards =
                        Fixture.on(kind, "moved").dataSources(1).rules(RULES).open(ShardingDataSourceFactory::create);
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_day (id INT NOT NULL, day_key DATE NOT NULL, PRIMARY KEY (id, day_key))");
            statement.execute("INSERT INTO t_day (id, day_key) VALUES (1, DATE '2024-01-15')");
            connection.setAutoCommit(false);
            try (PreparedStatement update = connection.prepareStatement("UPDATE t_day SET day_key = ? WHERE id = ?")) {
                update.setDate(1, Date.valueOf("2024-03-01"));
                update.setInt(2, 1);
                assertThat(update.executeUpdate()).isEqualTo(1);
                connection.commit();
                assertThat(day(connection)).isEqualTo(LocalDate.of(2024, 3, 1));
                update.setObject(1, LocalDate.of(2024, 5, 31));
                update.setInt(2, 1);
                assertThat(update.executeUpdate()).isEqualTo(1);
            }
            connection.commit();
            assertThat(day(connection)).isEqualTo(LocalDate.of(2024, 5, 31));
        }
    }
}
