package org.shardingjdbc.distsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/** What asks for an explanation of DistSQL: no database is asked, and no password is told. */
class ExplainedDistSqlTest {
    private static final String REGISTER =
            "REGISTER STORAGE UNIT ds_1 (URL='jdbc:h2:mem:explained_1', USER='sa', PASSWORD='hidden')";

    private static ShardingDataSource open() throws SQLException {
        return ShardingDataSourceFactory.create(ShardingConfiguration.builder()
                .dataSource("ds_0", Map.of("jdbcUrl", "jdbc:h2:mem:explained_0", "username", "sa"))
                .prop(PropKey.DISTSQL_ALLOWED, "all")
                .build());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EXPLAIN SHARDING " + REGISTER,
                "EXPLAIN SHARDING " + REGISTER + ";",
                "/* a */ explain sharding analyze " + REGISTER,
                "EXPLAIN " + REGISTER,
                "EXPLAIN FORMAT " + REGISTER,
                "PREVIEW " + REGISTER,
                "PREVIEW PREVIEW " + REGISTER,
                "EXPLAIN SHARDING CREATE BROADCAST TABLE RULE t",
                "EXPLAIN SHARDING SHOW STORAGE UNITS",
                "EXPLAIN SHARDING ANALYZE FORMAT SELECT 1",
            })
    void isRefusedByName(String sql) throws SQLException {
        try (ShardingDataSource dataSource = open();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery(sql))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining(ErrorCode.DISTSQL_NOT_EXPLAINED.id())
                    .hasMessageNotContaining("hidden");
            assertThatThrownBy(() -> {
                        try (PreparedStatement prepared = connection.prepareStatement(sql)) {
                            prepared.execute();
                        }
                    })
                    .hasMessageContaining(ErrorCode.DISTSQL_NOT_EXPLAINED.id());
            assertThat(dataSource.configuration().dataSources()).containsOnlyKeys("ds_0");
        }
    }

    @Test
    void aWrongOneTellsThePlaceAndNoText() throws SQLException {
        try (ShardingDataSource dataSource = open();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery(
                            "EXPLAIN SHARDING REGISTER STORAGE UNIT ds_1 (URL='x', PASSWORD 'hidden')"))
                    .hasMessageContaining(ErrorCode.DISTSQL_SYNTAX.id())
                    .hasMessageNotContaining("hidden");
        }
    }

    @Test
    void theDataSourceExplainsNone() throws SQLException {
        try (ShardingDataSource dataSource = open()) {
            assertThatThrownBy(() -> dataSource.explain(REGISTER))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining(ErrorCode.DISTSQL_NOT_EXPLAINED.id())
                    .hasMessageNotContaining("hidden");
        }
    }

    @Test
    void whatIsNotKnownIsExplainedAsItIs() throws SQLException {
        try (ShardingDataSource dataSource = open();
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("EXPLAIN SHARDING CHECKPOINT SYNC")) {
            List<String> actual = new ArrayList<>();
            while (rows.next()) {
                actual.add(rows.getString("actual_sql"));
            }
            assertThat(actual).contains("CHECKPOINT SYNC");
        }
    }
}
