package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.h2.api.Trigger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * Rows that change their data node are deleted and inserted; where that is not the same as an update, it is refused.
 */
class RowMoveObstacleTest {
    private static final String MOVE = "UPDATE t_order SET user_id = user_id + 1 WHERE order_id = 2";
    private static final String DATABASE = "obstacle";

    private StatementShards shards;

    /** Of an H2 database: does nothing. */
    public static final class NoOp implements Trigger {
        @Override
        public void fire(Connection connection, Object[] oldRow, Object[] newRow) {
            // It is enough that it is there.
        }
    }

    @AfterEach
    void close() throws SQLException {
        if (shards != null) {
            shards.close();
        }
    }

    private void create(DatabaseKind kind, List<String> definitions) throws SQLException, IOException {
        shards = StatementShards.create(kind, DATABASE);
        try (Connection connection =
                        TestServer.of(kind).dataSource(DATABASE + "_0").getConnection();
                Statement statement = connection.createStatement()) {
            for (String definition : definitions) {
                statement.execute(definition);
            }
        }
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t_order (order_id, user_id, status) VALUES (2, 4, 'NEW')");
        }
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void rowMovesWhereReferencesAreOnlyChecked(DatabaseKind kind) throws Exception {
        create(kind, List.of(references("")));

        assertThat(move()).isEqualTo(1);
        assertThat(users()).containsExactly(5);
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void foreignKeyWhoseActionWouldDeleteIsAnObstacle(DatabaseKind kind) throws Exception {
        create(kind, List.of(references(" ON DELETE CASCADE")));

        assertThatThrownBy(this::move)
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-2215: A row of t_order would move to another data node, but foreign key")
                .hasMessageMatching("(?is).*fk_order would change the rows that refer to it.*");
        assertThat(users()).containsExactly(4);
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void foreignKeyWhoseActionWouldSetNullIsAnObstacle(DatabaseKind kind) throws Exception {
        create(kind, List.of(references(" ON DELETE SET NULL")));

        assertThatThrownBy(this::move).isInstanceOf(SQLException.class).hasMessageStartingWith("SHD-2215");
    }

    @ParameterizedTest
    @EnumSource(DatabaseKind.class)
    void triggerIsAnObstacle(DatabaseKind kind) throws Exception {
        create(kind, trigger(kind));

        assertThatThrownBy(this::move)
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-2215: A row of t_order would move to another data node, but trigger")
                .hasMessageContaining("changes_seen");
        assertThat(users()).containsExactly(4);
    }

    private static String references(String action) {
        return "CREATE TABLE t_note (note_id INT PRIMARY KEY, order_id BIGINT,"
                + " CONSTRAINT fk_order FOREIGN KEY (order_id) REFERENCES t_order_0 (order_id)" + action + ")";
    }

    private static List<String> trigger(DatabaseKind kind) {
        return switch (kind) {
            case H2 ->
                List.of("CREATE TRIGGER \"changes_seen\" AFTER UPDATE ON t_order_0 FOR EACH ROW CALL '"
                        + NoOp.class.getName() + "'");
            case POSTGRESQL ->
                List.of(
                        "CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
                        "CREATE TRIGGER changes_seen BEFORE UPDATE ON t_order_0 FOR EACH ROW EXECUTE FUNCTION see()");
            default ->
                List.of("CREATE TRIGGER changes_seen BEFORE UPDATE ON t_order_0 FOR EACH ROW"
                        + " SET NEW.status = NEW.status");
        };
    }

    private int move() throws SQLException {
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(MOVE);
        }
    }

    private List<Integer> users() throws SQLException {
        List<Integer> users = new ArrayList<>();
        try (Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT user_id FROM t_order")) {
            while (rows.next()) {
                users.add(rows.getInt(1));
            }
        }
        return users;
    }
}
