package org.shardingjdbc.feature.lookup.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Savepoint;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Rows and their entries are written together or not at all; what cannot promise that is refused before it writes. */
class EntriesTogetherTest {
    private static final String INSERT =
            "INSERT INTO t_order (id, user_id, order_no, mail, status) VALUES (?, ?, ?, ?, 0)";

    @TempDir
    private static Path logs;

    /** A data source fails when it prepares: that of entries, or that of rows. */
    @Test
    void aDataSourceThatCannotCommitLeavesNothing() throws SQLException {
        try (OrdersFixture fixture = OrdersFixture.on(DatabaseKind.POSTGRESQL, "XA", 2, logs);
                Connection connection = fixture.open()) {
            OrdersFixture.update(connection, INSERT, 1, 1, "a", "m");
            for (String failing : List.of("t_order_by_order_no_", "t_order_by_mail_", "t_order_")) {
                onEachNode(
                        fixture,
                        failing,
                        "CREATE CONSTRAINT TRIGGER late AFTER INSERT OR UPDATE OR DELETE ON %s"
                                + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail_late()");
                for (int user = 0; user < 4; user++) {
                    int own = user;
                    assertThatThrownBy(() -> OrdersFixture.update(connection, INSERT, 2, own, "b" + own, "n"))
                            .isInstanceOf(SQLException.class)
                            .hasStackTraceContaining("too late");
                }
                assertThatThrownBy(() -> OrdersFixture.update(
                                connection, "UPDATE t_order SET order_no = 'c', mail = 'c', id = 5"))
                        .isInstanceOf(SQLException.class);
                assertThatThrownBy(() -> OrdersFixture.update(connection, "DELETE FROM t_order WHERE order_no = 'a'"))
                        .isInstanceOf(SQLException.class);
                onEachNode(fixture, failing, "DROP TRIGGER late ON %s");
                assertThat(OrdersFixture.orders(connection)).containsExactly("1/1/a/m/0");
                assertThat(OrdersFixture.strays(connection)).isEmpty();
            }
        }
    }

    private static void onEachNode(OrdersFixture fixture, String prefix, String sql) throws SQLException {
        for (int source = 0; source < 2; source++) {
            try (Connection direct = fixture.openSource(source)) {
                OrdersFixture.execute(
                        direct,
                        "CREATE OR REPLACE FUNCTION fail_late() RETURNS trigger LANGUAGE plpgsql AS"
                                + " 'BEGIN RAISE EXCEPTION ''too late''; END'");
                for (int node = source; node < 4; node += 2) {
                    OrdersFixture.execute(direct, sql.formatted(prefix + node));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDuplicateIsToldAsByAUniqueIndexAndUndone(DatabaseKind kind) throws SQLException {
        try (OrdersFixture fixture = OrdersFixture.on(kind, "XA", 2, logs);
                Connection connection = fixture.open();
                Connection plain = fixture.openPlain()) {
            for (Connection each : List.of(connection, plain)) {
                OrdersFixture.update(each, INSERT, 1, 1, "a", "m");
            }
            SQLException expected = failure(plain, INSERT, 2, 2, "a", "m");
            SQLException told = failure(connection, INSERT, 2, 2, "a", "m");
            assertThat(told.getSQLState()).isEqualTo(expected.getSQLState());
            assertThat(told.getErrorCode()).isEqualTo(expected.getErrorCode());
            assertThat(told instanceof SQLIntegrityConstraintViolationException)
                    .isEqualTo(expected instanceof SQLIntegrityConstraintViolationException);
            OrdersFixture.update(connection, INSERT, 3, 2, null, null);
            OrdersFixture.update(connection, INSERT, 4, 3, null, null);
            assertThat(OrdersFixture.orders(connection))
                    .containsExactly("1/1/a/m/0", "2/3/null/null/0", "3/4/null/null/0");
            assertThat(OrdersFixture.strays(connection)).isEmpty();
        }
    }

    private static SQLException failure(Connection connection, String sql, Object... parameters) {
        try {
            OrdersFixture.update(connection, sql, parameters);
        } catch (SQLException e) {
            return e;
        }
        throw new AssertionError("it is executed: " + sql);
    }

    @ParameterizedTest
    @EnumSource
    void aSavepointTakesEntriesBackWithTheirRows(DatabaseKind kind) throws SQLException {
        try (OrdersFixture fixture = OrdersFixture.on(kind, "XA", 2, logs);
                Connection connection = fixture.open()) {
            OrdersFixture.update(connection, INSERT, 1, 1, "a", "m");
            connection.setAutoCommit(false);
            OrdersFixture.update(connection, INSERT, 2, 2, "b", "m");
            Savepoint before = connection.setSavepoint();
            OrdersFixture.update(connection, "DELETE FROM t_order WHERE order_no = 'a'");
            OrdersFixture.update(connection, INSERT, 3, 3, "c", "n");
            assertThat(OrdersFixture.rows(connection, "SELECT id FROM t_order WHERE order_no = 'c'"))
                    .containsExactly("3");
            connection.rollback(before);
            assertThat(OrdersFixture.rows(connection, "SELECT id FROM t_order WHERE order_no = 'c'"))
                    .isEmpty();
            assertThat(OrdersFixture.rows(connection, "SELECT id FROM t_order WHERE order_no IN ('a', 'b')"))
                    .containsExactly("1", "2");
            OrdersFixture.update(connection, INSERT, 4, 0, "c", "n");
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(OrdersFixture.orders(connection)).containsExactly("0/4/c/n/0", "1/1/a/m/0", "2/2/b/m/0");
            assertThat(OrdersFixture.strays(connection)).isEmpty();
        }
    }

    @Test
    void localTransactionsOverSeveralDataSourcesAreRefused() throws SQLException {
        try (OrdersFixture fixture = OrdersFixture.on(DatabaseKind.H2, "LOCAL", 2, logs);
                Connection connection = fixture.open()) {
            for (String sql : List.of(
                    "INSERT INTO t_order (id, user_id, order_no, mail, status) VALUES (1, 1, 'a', 'm', 0)",
                    "UPDATE t_order SET order_no = 'b' WHERE user_id = 1",
                    "UPDATE t_order SET status = 1",
                    "DELETE FROM t_order WHERE id = 1")) {
                assertThatThrownBy(() -> OrdersFixture.update(connection, sql))
                        .as(sql)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining(
                                "SHD-4129: by_order_no, by_mail writes beside logic table t_order in other"
                                        + " data sources, and transactions of type LOCAL do not commit both or none")
                        .hasMessageContaining("XA");
            }
            assertThat(OrdersFixture.orders(connection)).isEmpty();
        }
    }

    /** Rows that a query finds need not be those that the statement writes, or are not known at all. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "MYSQL", "POSTGRESQL"})
    void whatDoesNotTellItsRowsIsRefused(DatabaseKind kind) throws SQLException {
        String upsert =
                switch (kind) {
                    case POSTGRESQL ->
                        "INSERT INTO t_order (id, user_id, order_no, status) VALUES (1, 1, 'x', 0)"
                                + " ON CONFLICT (user_id, id) DO NOTHING";
                    case MYSQL, MARIADB ->
                        "REPLACE INTO t_order (id, user_id, order_no, mail, status)" + " VALUES (1, 1, 'x', 'm', 0)";
                    case H2 -> "MERGE INTO t_order (id, user_id, order_no, mail, status) VALUES (1, 1, 'x', 'm', 0)";
                };
        try (OrdersFixture fixture = OrdersFixture.on(kind, "XA", 2, logs);
                Connection connection = fixture.open()) {
            OrdersFixture.update(connection, INSERT, 1, 1, "a", "m");
            for (String sql : List.of(
                    upsert,
                    "DELETE FROM t_order WHERE status = (SELECT MIN(status) FROM t_order)",
                    "DELETE FROM t_order WHERE status = 0 AND CURRENT_TIMESTAMP > '2020-01-01 00:00:00'",
                    "UPDATE t_order SET order_no = CONCAT(order_no, 'x') WHERE user_id = 1",
                    "INSERT INTO t_order (id, user_id, mail, status) VALUES (3, 1, 'm', 0)",
                    "TRUNCATE TABLE t_order")) {
                assertThatThrownBy(() -> OrdersFixture.update(connection, sql))
                        .as(sql)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("SHD-4126: by_order_no, by_mail writes beside logic table t_order");
            }
            if (kind != DatabaseKind.POSTGRESQL) {
                assertThatThrownBy(() -> OrdersFixture.update(
                                connection, "DELETE FROM t_order WHERE user_id = 1 ORDER BY id LIMIT 1"))
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("which rows a LIMIT takes");
            }
            assertThat(OrdersFixture.orders(connection)).containsExactly("1/1/a/m/0");
            assertThat(OrdersFixture.strays(connection)).isEmpty();
        }
    }
}
