package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.testkit.DatabaseKind;

/** What batches count, refuse and return, and which generated keys drivers tell. */
class BatchResultsTest {
    private static List<String> values(ResultSet rows) throws SQLException {
        List<String> values = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.append(i == 1 ? "" : " ").append(rows.getString(i));
                }
                values.add(row.toString());
            }
        }
        return values;
    }

    @Test
    void countsOfASingleTableAreTheDrivers() throws Exception {
        try (StatementShards shards = StatementShards.create(DatabaseKind.H2, "batch_results");
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT INTO t_config VALUES ('a', '1')");
            statement.addBatch("INSERT INTO t_config VALUES ('a', '2')");
            statement.addBatch("INSERT INTO t_config VALUES ('b', '3')");
            BatchUpdateException failure = catchThrowableOfType(BatchUpdateException.class, statement::executeBatch);
            assertThat(failure.getUpdateCounts()).containsExactly(1, Statement.EXECUTE_FAILED, 1);
            assertThat(values(statement.executeQuery("SELECT name FROM t_config ORDER BY name")))
                    .containsExactly("a", "b");
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void nothingIsWrittenBesideATextThatReturnsRows(DatabaseKind kind) throws Exception {
        try (StatementShards shards = StatementShards.create(kind, "batch_results");
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            List<String> wrong = new ArrayList<>(List.of("SELECT * FROM t_config", "SELECT COUNT(*) FROM t_order"));
            if (kind == DatabaseKind.POSTGRESQL || kind == DatabaseKind.MARIADB) {
                wrong.add("INSERT INTO t_config VALUES ('c', '3') RETURNING name");
            }
            for (String text : wrong) {
                statement.addBatch("INSERT INTO t_config VALUES ('a', '1')");
                statement.addBatch("CREATE TABLE t_other (id INT)");
                statement.addBatch(text);
                assertThatThrownBy(statement::executeBatch)
                        .as(text)
                        .isInstanceOf(BatchUpdateException.class)
                        .hasMessageStartingWith("SHD-1204");
                assertThat(values(statement.executeQuery("SELECT * FROM t_config")))
                        .isEmpty();
            }
        }
    }

    @Test
    void aPreparedBatchReturnsItsRowsAsKeys() throws Exception {
        try (StatementShards shards = StatementShards.create(DatabaseKind.POSTGRESQL, "batch_results");
                Connection connection = shards.sharded().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t_order (order_id, user_id, status) VALUES (?, ?, 'new') RETURNING status, order_id",
                        Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 1; i < 6; i++) {
                insert.setInt(1, i);
                insert.setInt(2, i);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).containsExactly(1, 1, 1, 1, 1);
            assertThat(values(insert.getGeneratedKeys())).containsExactly("new 1", "new 2", "new 3", "new 4", "new 5");
        }
    }

    @Test
    void postgreSqlTellsAllColumnsOfTheRow() throws Exception {
        try (StatementShards shards = StatementShards.create(DatabaseKind.POSTGRESQL, "batch_results");
                Connection connection = shards.sharded().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t_keyed (user_id, name) VALUES (?, 'n')", Statement.RETURN_GENERATED_KEYS)) {
            insert.setInt(1, 3);
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertThat(keys.next()).isTrue();
                assertThat(keys.getLong("id")).isPositive();
                assertThat(keys.getInt("user_id")).isEqualTo(3);
                assertThat(keys.getString("name")).isEqualTo("n");
            }
            for (int i = 4; i < 7; i++) {
                insert.setInt(1, i);
                insert.addBatch();
            }
            insert.executeBatch();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                for (int i = 4; i < 7; i++) {
                    assertThat(keys.next()).isTrue();
                    assertThat(keys.getInt("user_id")).isEqualTo(i);
                }
            }
        }
    }

    @Test
    void aPoolWithoutAConnectionTellsAState() {
        SQLException error = new SQLTransientConnectionException("request timed out");
        assertThat(SqlErrors.onDataSource(error, "ds_0").getSQLState()).isEqualTo("53300");
    }
}
