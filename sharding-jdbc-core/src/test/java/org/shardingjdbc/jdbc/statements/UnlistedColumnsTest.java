package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** INSERT without a column list, where the actual tables have their columns in different orders. */
class UnlistedColumnsTest {
    private static final String FIRST_NODE =
            " (id INT NOT NULL PRIMARY KEY, first_text VARCHAR(9), last_text VARCHAR(9))";
    private static final String SECOND_NODE =
            " (id INT NOT NULL PRIMARY KEY, last_text VARCHAR(9), first_text VARCHAR(9))";

    private static List<String> rows(Connection connection, String table) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("SELECT id, first_text, last_text FROM " + table + " ORDER BY id")) {
            while (result.next()) {
                rows.add(result.getInt(1) + " " + result.getString(2) + " " + result.getString(3));
            }
        }
        return rows;
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void valuesGoIntoTheColumnsOfTheFirstDataNodesOrder(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = Fixture.on(kind, "unlisted")
                        .sharded("t_pair", "id", 2)
                        .broadcast("t_copy")
                        .prepared(0, "CREATE TABLE t_pair_0" + FIRST_NODE, "CREATE TABLE t_copy" + FIRST_NODE)
                        .prepared(1, "CREATE TABLE t_pair_1" + SECOND_NODE, "CREATE TABLE t_copy" + SECOND_NODE)
                        .open(ShardingDataSourceFactory::create);
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t_pair VALUES (0, 'a', 'b'), (1, 'a', 'b')");
            try (PreparedStatement prepared = connection.prepareStatement("INSERT INTO t_pair VALUES (?, ?, ?)")) {
                for (int id = 2; id < 4; id++) {
                    prepared.setInt(1, id);
                    prepared.setString(2, "a");
                    prepared.setString(3, "b");
                    prepared.addBatch();
                }
                prepared.executeBatch();
            }
            statement.execute("INSERT INTO t_pair SELECT id + 4, 'a', 'b' FROM t_pair");
            assertThat(rows(connection, "t_pair"))
                    .containsExactly("0 a b", "1 a b", "2 a b", "3 a b", "4 a b", "5 a b", "6 a b", "7 a b");
            statement.execute("INSERT INTO t_copy VALUES (1, 'a', 'b')");
            for (int i = 0; i < 2; i++) {
                try (Connection copy = shards.raw(i).getConnection()) {
                    assertThat(rows(copy, "t_copy")).containsExactly("1 a b");
                }
            }
            assertThatThrownBy(() -> statement.execute("INSERT INTO t_pair VALUES (9, 'a', 'b', 'c')"))
                    .isInstanceOf(SQLException.class);
        }
    }
}
