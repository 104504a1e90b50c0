package org.shardingjdbc.distsql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Whoever changes the rules of a table is told which rows lie elsewhere by now. */
class LeftRowsTest {
    private static final String RULE = " SHARDING TABLE RULE t_order (STORAGE_UNITS(ds_0, ds_1), SHARDING_COLUMN=id,"
            + " TYPE(NAME='MOD', PROPERTIES('sharding-count'='%d')))";

    @ParameterizedTest
    @EnumSource
    void aChangeThatLeavesRowsBehindWarns(DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.of(kind);
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder().prop(PropKey.DISTSQL_ALLOWED, "all");
        for (int i = 0; i < 2; i++) {
            server.createDatabase("distsql_left_" + i);
            builder.dataSource("ds_" + i, server.dataSource("distsql_left_" + i));
        }
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(builder.build());
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(told(connection, "CREATE" + RULE.formatted(4))).isEmpty();
            statement.execute("CREATE TABLE t_order (id INT NOT NULL PRIMARY KEY, status VARCHAR(10))");
            statement.execute("INSERT INTO t_order VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, 'd'), (5, 'e')");
            assertThat(told(connection, "CREATE BROADCAST TABLE RULE t_country"))
                    .isEmpty();
            assertThat(told(connection, "ALTER" + RULE.formatted(4))).isEmpty();

            assertThat(told(connection, "ALTER" + RULE.formatted(2)))
                    .anyMatch(each -> each.startsWith("ds_0.t_order_2: The table is no data node of t_order"))
                    .anyMatch(each -> each.startsWith("ds_1.t_order_3: The table is no data node of t_order"));
            assertThat(told(connection, "ALTER" + RULE.formatted(4))).isEmpty();
            assertThat(told(connection, "ALTER" + RULE.formatted(3)))
                    .anyMatch(each -> each.startsWith("ds_1.t_order_1: 1 of 2 rows read belongs elsewhere"));
            assertThat(told(connection, "ALTER" + RULE.formatted(5)))
                    .anyMatch(each -> each.startsWith("ds_0.t_order_4: "));
        }
    }

    private static List<String> told(Connection connection, String sql) throws SQLException {
        connection.clearWarnings();
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        List<String> told = new ArrayList<>();
        for (SQLWarning each = connection.getWarnings(); each != null; each = each.getNextWarning()) {
            told.add(each.getMessage().replace("T_ORDER", "t_order"));
        }
        return told;
    }
}
