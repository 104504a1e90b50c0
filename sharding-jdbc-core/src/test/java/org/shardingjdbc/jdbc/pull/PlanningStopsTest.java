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
@Timeout(120)
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
}
