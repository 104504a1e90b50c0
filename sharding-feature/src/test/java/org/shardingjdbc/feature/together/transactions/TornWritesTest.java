package org.shardingjdbc.feature.together.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * A write in autocommit mode that fails on one data node while another one executes: nothing of it stays. The other
 * one's statement may be cancelled at whatever moment that is, so that the number of rounds decides what is seen, and
 * so does a busy machine: a cancel that struck the BEGIN which the driver sends along with a statement let that be
 * committed once in some hundred rounds. More rounds come with {@code -Dtorn.rounds=}.
 */
class TornWritesTest {
    private static final int ROUNDS = Integer.getInteger("torn.rounds", 200);
    private static final int ROWS = 40;
    private static final int ROUNDS_OF_CONNECTION = 3;

    @TempDir
    private Path logs;

    @ParameterizedTest
    @ValueSource(strings = {"LOCAL", "XA"})
    void nothingOfAFailedWriteStays(String type) throws SQLException {
        try (TransactionFixture fixture = TransactionFixture.on(
                DatabaseKind.POSTGRESQL, type, TransactionFixture.Rules.READWRITE_AND_ENCRYPTION, logs)) {
            try (Connection connection = fixture.sharded().getConnection();
                    Statement statement = connection.createStatement()) {
                for (int id = 0; id < ROWS; id++) {
                    statement.execute(
                            "INSERT INTO t_account (id, owner, balance, note) VALUES (" + id + ", 'anna', 1, 'n')");
                }
            }
            Random random = new Random(5);
            for (int round = 0; round < ROUNDS; round += ROUNDS_OF_CONNECTION) {
                try (Connection connection = fixture.sharded().getConnection()) {
                    for (int i = 0; i < ROUNDS_OF_CONNECTION; i++) {
                        fail(connection, random.nextInt(7));
                        assertThat(sum(connection)).as("round %d", round + i).isEqualTo(ROWS);
                    }
                }
            }
        }
    }

    private static void fail(Connection connection, int from) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE t_account SET balance = CASE WHEN id = ? THEN NULL ELSE balance + 1 END WHERE id >= ?")) {
            update.setInt(1, 6);
            update.setInt(2, from);
            assertThatThrownBy(update::executeUpdate).isInstanceOf(SQLException.class);
        }
    }

    /** As the next transaction sees it. */
    private static long sum(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT SUM(balance) FROM t_account")) {
            rows.next();
            return rows.getLong(1);
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }
}
