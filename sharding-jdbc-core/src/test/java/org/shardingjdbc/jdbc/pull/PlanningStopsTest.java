package org.shardingjdbc.jdbc.pull;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.testkit.DatabaseKind;

/** A statement that takes long to plan ends when its thread is interrupted or it is cancelled. */
@Timeout(300)
class PlanningStopsTest {
    private static String longQuery(int parts) {
        StringJoiner conditions = new StringJoiner(" AND ");
        for (int i = 0; i < parts; i++) {
            conditions.add("EXISTS (SELECT 1 FROM t_order p WHERE p.user_id <> o.order_id + " + i + ")");
        }
        return "SELECT COUNT(*) FROM t_order o WHERE " + conditions;
    }

    private static void assertUsable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_order")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(PulledShards.ORDERS);
        }
    }

    @Test
    void anInterruptedThreadPlansNoLongStatement() throws Exception {
        try (PulledShards shards = new PulledShards(DatabaseKind.H2, 4);
                Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(() -> statement.executeQuery(longQuery(100)))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-5002")
                        .hasMessageContaining("planning");
                assertThatThrownBy(() -> connection.prepareStatement(longQuery(101)))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("planning");
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertUsable(connection);
            try (PreparedStatement prepared = connection.prepareStatement(longQuery(100));
                    ResultSet rows = prepared.executeQuery()) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    @Test
    void aCancelEndsPlanning() throws Exception {
        try (PulledShards shards = new PulledShards(DatabaseKind.H2, 4);
                Connection connection = shards.connection();
                Statement statement = connection.createStatement()) {
            AtomicBoolean ended = new AtomicBoolean();
            Thread canceller = new Thread(() -> {
                while (!ended.get()) {
                    try {
                        statement.cancel();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                    Thread.onSpinWait();
                }
            });
            canceller.start();
            try {
                assertThatThrownBy(() -> statement.executeQuery(longQuery(2000)))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-5003");
            } finally {
                ended.set(true);
                canceller.join();
            }
            assertUsable(connection);
        }
    }

    private static String longWrite(int parts) {
        StringJoiner conditions = new StringJoiner(" AND ");
        for (int i = 0; i < parts; i++) {
            conditions.add("EXISTS (SELECT " + i + " FROM t_order p WHERE p.user_id = t_order.user_id"
                    + " AND p.order_id = t_order.order_id)");
        }
        return "UPDATE t_order SET name = 'x' WHERE user_id = ? AND order_id = ? AND " + conditions;
    }

    /** What several data nodes do is planned when a value first needs it, which is not the first execution. */
    @Test
    void anInterruptedThreadPlansNoLongStatementForValuesOfSeveralDataNodes() throws Exception {
        try (PulledShards shards = new PulledShards(DatabaseKind.H2, 4);
                Connection connection = shards.connection();
                PreparedStatement prepared = connection.prepareStatement(longWrite(60))) {
            prepared.setInt(1, 2);
            prepared.setInt(2, 4);
            assertThat(prepared.executeUpdate()).isOne();
            assertThat(prepared.executeUpdate()).isOne();
            prepared.setBytes(1, new byte[] {1});
            Thread.currentThread().interrupt();
            try {
                assertThatThrownBy(prepared::executeUpdate)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-5002")
                        .hasMessageContaining("planning");
                prepared.addBatch();
                assertThatThrownBy(prepared::executeBatch)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-5002")
                        .hasMessageContaining("planning");
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertUsable(connection);
            prepared.setInt(1, 2);
            assertThat(prepared.executeUpdate()).isOne();
        }
    }
}
