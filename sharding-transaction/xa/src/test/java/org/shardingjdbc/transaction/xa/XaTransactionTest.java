package org.shardingjdbc.transaction.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.transaction.xa.XaAccounts.balance;
import static org.shardingjdbc.transaction.xa.XaAccounts.execute;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** XA through plain JDBC on real servers: what was done on several of them is there as a whole or not at all. */
class XaTransactionTest {
    @TempDir
    private static Path logs;

    static Stream<Arguments> kindsAndProviders() {
        return Arrays.stream(DatabaseKind.values())
                .flatMap(kind -> Arrays.stream(XaProvider.values()).map(provider -> Arguments.of(kind, provider)));
    }

    @ParameterizedTest
    @MethodSource("kindsAndProviders")
    void commitsOnAll(DatabaseKind kind, XaProvider provider) throws SQLException {
        try (ShardingDataSource dataSource = accounts(kind, provider);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = balance - 10 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = balance + 10 WHERE id = 1");
            assertThat(balance(connection, 0)).isEqualTo(90);
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(balance(connection, 0)).isEqualTo(90);
            assertThat(balance(connection, 1)).isEqualTo(110);
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndProviders")
    void rollsBackOnAll(DatabaseKind kind, XaProvider provider) throws SQLException {
        try (ShardingDataSource dataSource = accounts(kind, provider);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = balance - 10 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = balance + 10 WHERE id = 1");
            connection.rollback();
            assertThat(balance(connection, 0)).isEqualTo(100);
            execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 2");
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(balance(connection, 1)).isEqualTo(100);
            assertThat(balance(connection, 2)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndProviders")
    void writesOfOneStatementOnSeveralAreOneTransaction(DatabaseKind kind, XaProvider provider) throws SQLException {
        try (ShardingDataSource dataSource = accounts(kind, provider);
                Connection connection = dataSource.getConnection()) {
            execute(connection, "UPDATE t_account SET balance = balance + 1");
            assertThat(balance(connection, 0)).isEqualTo(101);
            assertThatThrownBy(() -> execute(connection, "INSERT INTO t_account VALUES (10, 0), (11, 0), (1, 0)"))
                    .isInstanceOf(SQLException.class);
            assertThat(balance(connection, 10)).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndProviders")
    void savepointsHold(DatabaseKind kind, XaProvider provider) throws SQLException {
        try (ShardingDataSource dataSource = accounts(kind, provider);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 0");
            Savepoint savepoint = connection.setSavepoint("here");
            execute(connection, "UPDATE t_account SET balance = 2 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = 2 WHERE id = 1");
            connection.rollback(savepoint);
            execute(connection, "UPDATE t_account SET balance = 3 WHERE id = 3");
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(balance(connection, 0)).isEqualTo(1);
            assertThat(balance(connection, 1)).isEqualTo(100);
            assertThat(balance(connection, 3)).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndProviders")
    void whatFailedIsNotCommitted(DatabaseKind kind, XaProvider provider) throws SQLException {
        try (ShardingDataSource dataSource = accounts(kind, provider);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 1");
            assertThatThrownBy(() -> execute(connection, "INSERT INTO t_account VALUES (1, 0)"))
                    .isInstanceOf(SQLException.class);
            boolean aborts = kind == DatabaseKind.POSTGRESQL;
            if (aborts) {
                assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            } else {
                connection.commit();
            }
            connection.setAutoCommit(true);
            assertThat(balance(connection, 0)).isEqualTo(aborts ? 100 : 1);
            assertThat(balance(connection, 1)).isEqualTo(aborts ? 100 : 1);
        }
    }

    /** Rows of several data nodes are joined in temporary tables, which stand on a connection beside the branches. */
    @ParameterizedTest
    @MethodSource("kindsAndProviders")
    void pulledQueriesSeeWhatTheTransactionWrote(DatabaseKind kind, XaProvider provider) throws SQLException {
        try (ShardingDataSource dataSource = accounts(kind, provider);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = 42 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = 42 WHERE id = 1");
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT a.id, b.id FROM t_account a JOIN t_account b"
                            + " ON a.balance = b.balance AND a.id < b.id ORDER BY a.id")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(2)).isEqualTo(1);
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(2)).isEqualTo(3);
                assertThat(rows.next()).isFalse();
            }
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(balance(connection, 1)).isEqualTo(42);
        }
    }

    /** Its coordinator rolls it back by itself; then it can only be ended. */
    @ParameterizedTest
    @EnumSource
    void whatIsOpenForTooLongIsRolledBack(XaProvider provider) throws Exception {
        try (ShardingDataSource dataSource = XaAccounts.create(
                        DatabaseKind.POSTGRESQL, provider.configuration(logs, "test", Map.of("timeout-seconds", "1")));
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            XaTimeoutTest.begin(
                    connection,
                    "UPDATE t_account SET balance = 1 WHERE id = 0",
                    "UPDATE t_account SET balance = 1 WHERE id = 1");
            TimeUnit.MILLISECONDS.sleep(1_500);
            assertThatThrownBy(() -> execute(connection, "UPDATE t_account SET balance = 2 WHERE id = 0"))
                    .hasMessageContaining("SHD-6010");
            connection.rollback();
            assertThat(balance(connection, 0)).isEqualTo(100);
            execute(connection, "UPDATE t_account SET balance = 3 WHERE id = 1");
            TimeUnit.MILLISECONDS.sleep(1_500);
            assertThatThrownBy(connection::commit).hasMessageContaining("SHD-6010");
            XaTimeoutTest.commit(connection, "UPDATE t_account SET balance = 4 WHERE id = 2");
            connection.setAutoCommit(true);
            assertThat(balance(connection, 1)).isEqualTo(100);
            assertThat(balance(connection, 2)).isEqualTo(4);
        }
    }

    private static ShardingDataSource accounts(DatabaseKind kind, XaProvider provider) throws SQLException {
        return XaAccounts.create(kind, provider.configuration(logs));
    }
}
