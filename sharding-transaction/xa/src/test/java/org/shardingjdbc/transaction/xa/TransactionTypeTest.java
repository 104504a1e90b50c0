package org.shardingjdbc.transaction.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.transaction.xa.XaAccounts.balance;
import static org.shardingjdbc.transaction.xa.XaAccounts.execute;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.transaction.TransactionalConnection;

/** The type of transactions, changed for a connection. */
class TransactionTypeTest {
    @TempDir
    private static Path logs;

    private static ShardingDataSource accounts(DatabaseKind kind) throws SQLException {
        return XaAccounts.create(
                kind,
                new TransactionConfiguration("LOCAL", null, Map.of("log-directory", logs.toString())),
                builder -> builder.prop(PropKey.LOCAL_CROSS_SHARD, "refuse"));
    }

    @ParameterizedTest
    @EnumSource
    void changesByStatement(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = accounts(kind);
                Connection connection = dataSource.getConnection()) {
            TransactionalConnection typed = connection.unwrap(TransactionalConnection.class);
            assertThat(typed.getTransactionType()).isEqualTo("LOCAL");
            for (String set : new String[] {
                "SET sharding.transaction_type = XA",
                "SET sharding.transaction_type = 'xa'",
                "SET SESSION sharding.transaction_type = XA",
                "SET sharding.transaction_type = ?"
            }) {
                if (set.startsWith("SET SESSION") && kind == DatabaseKind.H2) {
                    continue;
                }
                execute(connection, "SET sharding.transaction_type = DEFAULT");
                assertThat(typed.getTransactionType()).isEqualTo("LOCAL");
                try (PreparedStatement prepared = connection.prepareStatement(set)) {
                    if (set.endsWith("?")) {
                        prepared.setString(1, "XA");
                    }
                    prepared.execute();
                }
                assertThat(typed.getTransactionType()).as(set).isEqualTo("XA");
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void countsForTheTransactionsThatFollow(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = accounts(kind);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 0");
            assertRefused("SHD-6014", () -> execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 1"));
            assertRefused("SHD-6016", () -> execute(connection, "SET sharding.transaction_type = XA"));
            connection.rollback();
            execute(connection, "SET sharding.transaction_type = XA");
            execute(connection, "UPDATE t_account SET balance = 2 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = 2 WHERE id = 1");
            connection.commit();
            connection.unwrap(TransactionalConnection.class).setTransactionType(null);
            execute(connection, "UPDATE t_account SET balance = 3 WHERE id = 0");
            assertRefused("SHD-6014", () -> execute(connection, "UPDATE t_account SET balance = 3 WHERE id = 1"));
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(balance(connection, 0)).isEqualTo(2);
            assertThat(balance(connection, 1)).isEqualTo(2);
        }
        // it ends with the connection
    }

    @ParameterizedTest
    @EnumSource(names = "H2")
    void isSaidForConnectionsThatAreGotInAScope(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = accounts(kind);
                Connection before = dataSource.getConnection()) {
            try (ShardingHint hint = ShardingHint.open()) {
                hint.setTransactionType("xa");
                try (Connection within = dataSource.getConnection()) {
                    assertThat(type(within)).isEqualTo("XA");
                    assertThat(type(before)).isEqualTo("LOCAL");
                    within.setAutoCommit(false);
                    execute(within, "UPDATE t_account SET balance = 2 WHERE id = 0");
                    execute(within, "UPDATE t_account SET balance = 2 WHERE id = 1");
                    within.commit();
                    try (ShardingHint inner = ShardingHint.open()) {
                        inner.setTransactionType("LOCAL");
                        try (Connection local = dataSource.getConnection()) {
                            assertThat(type(local)).isEqualTo("LOCAL");
                        }
                    }
                    hint.setTransactionType("BASE");
                    assertRefused("SHD-6008", dataSource::getConnection);
                }
            }
            try (Connection after = dataSource.getConnection()) {
                assertThat(type(after)).isEqualTo("LOCAL");
                assertThat(balance(after, 1)).isEqualTo(2);
            }
        }
    }

    private static String type(Connection connection) throws SQLException {
        return connection.unwrap(TransactionalConnection.class).getTransactionType();
    }

    @ParameterizedTest
    @EnumSource(names = "H2")
    void whatIsNotThereIsNamed(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = accounts(kind);
                Connection connection = dataSource.getConnection()) {
            assertThatThrownBy(() -> execute(connection, "SET sharding.transaction_type = BASE"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-6008")
                    .hasMessageContaining("sharding-transaction-base");
            assertThatThrownBy(() -> execute(connection, "SET sharding.transaction_tpe = XA"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("sharding.transaction_type");
            execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 0");
        }
    }

    private static void assertRefused(String code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(SQLException.class).hasMessageStartingWith(code);
    }
}
