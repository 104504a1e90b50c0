package org.shardingjdbc.transaction.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.transaction.xa.XaAccounts.balance;
import static org.shardingjdbc.transaction.xa.XaAccounts.execute;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.stream.Stream;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Connections that are asked for inside of a transaction of the application's own coordinator take part in it. */
class JoinedTransactionTest {
    @TempDir
    private static Path logs;

    static Stream<Arguments> kindsAndProviders() {
        return Stream.concat(
                Stream.of(DatabaseKind.values()).map(kind -> Arguments.of(kind, XaProvider.ATOMIKOS)),
                Stream.of(DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL)
                        .map(kind -> Arguments.of(kind, XaProvider.NARAYANA)));
    }

    @ParameterizedTest
    @MethodSource("kindsAndProviders")
    void connectionsOfOneTransactionAreOne(DatabaseKind kind, XaProvider provider) throws Exception {
        try (ShardingDataSource dataSource = XaAccounts.create(kind, provider.configuration(logs));
                Connection outside = dataSource.getConnection()) {
            TransactionManager manager = provider.manager();
            manager.begin();
            try (Connection first = dataSource.getConnection()) {
                execute(first, "UPDATE t_account SET balance = balance - 10 WHERE id = 0");
            }
            try (Connection second = dataSource.getConnection()) {
                assertThat(second.getAutoCommit()).isFalse();
                assertThat(balance(second, 0)).isEqualTo(90);
                execute(second, "UPDATE t_account SET balance = balance + 10 WHERE id = 1");
            }
            Transaction suspended = manager.suspend();
            assertThat(balance(outside, 1)).isEqualTo(100);
            manager.resume(suspended);
            manager.commit();
            assertThat(balance(outside, 0)).isEqualTo(90);
            assertThat(balance(outside, 1)).isEqualTo(110);
            Pools.assertIdle(dataSource, 1);
        }
    }

    /** A sharding key is of one connection, and not of those beside it in the transaction. */
    @ParameterizedTest
    @EnumSource(names = "H2")
    void aShardingKeyIsOfItsConnectionAlone(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = XaAccounts.create(kind, XaProvider.ATOMIKOS.configuration(logs))) {
            TransactionManager manager = XaProvider.ATOMIKOS.manager();
            manager.begin();
            try (Connection keyed = dataSource
                            .createConnectionBuilder()
                            .shardingKey(dataSource
                                    .createShardingKeyBuilder()
                                    .subkey(0, JDBCType.INTEGER)
                                    .build())
                            .build();
                    Connection beside = dataSource.getConnection()) {
                assertThat(count(keyed)).isLessThan(count(beside));
            }
            try (Connection after = dataSource.getConnection()) {
                assertThat(count(after)).isEqualTo(4);
            }
            manager.rollback();
        }
    }

    private static int count(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_account")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndProviders")
    void rollsBackOnAll(DatabaseKind kind, XaProvider provider) throws Exception {
        try (ShardingDataSource dataSource = XaAccounts.create(kind, provider.configuration(logs))) {
            TransactionManager manager = provider.manager();
            manager.begin();
            Connection connection = dataSource.getConnection();
            execute(connection, "UPDATE t_account SET balance = 0");
            PreparedStatement open = connection.prepareStatement("SELECT * FROM t_account");
            open.executeQuery().next();
            manager.rollback();
            assertThat(connection.isClosed()).isTrue();
            open.close();
            connection.close();
            try (Connection after = dataSource.getConnection()) {
                assertThat(balance(after, 0)).isEqualTo(100);
            }
            Pools.assertIdle(dataSource, 0);
        }
    }

    /** Each of two transactions of a thread has connections of its own, as REQUIRES_NEW needs it. */
    @ParameterizedTest
    @MethodSource("kindsAndProviders")
    void aSuspendedTransactionIsLeftAlone(DatabaseKind kind, XaProvider provider) throws Exception {
        try (ShardingDataSource dataSource = XaAccounts.create(kind, provider.configuration(logs))) {
            TransactionManager manager = provider.manager();
            manager.begin();
            try (Connection outer = dataSource.getConnection()) {
                execute(outer, "UPDATE t_account SET balance = 1 WHERE id = 0");
                Transaction suspended = manager.suspend();
                manager.begin();
                try (Connection inner = dataSource.getConnection()) {
                    execute(inner, "UPDATE t_account SET balance = 2 WHERE id = 1");
                    execute(inner, "UPDATE t_account SET balance = 2 WHERE id = 2");
                    assertRefused("SHD-6015", () -> execute(outer, "UPDATE t_account SET balance = 3 WHERE id = 3"));
                }
                manager.commit();
                manager.resume(suspended);
                assertThat(balance(outer, 1)).isEqualTo(2);
            }
            manager.rollback();
            try (Connection after = dataSource.getConnection()) {
                assertThat(balance(after, 0)).isEqualTo(100);
                assertThat(balance(after, 1)).isEqualTo(2);
                assertThat(balance(after, 2)).isEqualTo(2);
                assertThat(balance(after, 3)).isEqualTo(100);
            }
            Pools.assertIdle(dataSource, 0);
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndProviders")
    void theCoordinatorAloneEndsIt(DatabaseKind kind, XaProvider provider) throws Exception {
        try (ShardingDataSource dataSource = XaAccounts.create(kind, provider.configuration(logs))) {
            TransactionManager manager = provider.manager();
            manager.begin();
            try (Connection connection = dataSource.getConnection()) {
                execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 0");
                assertRefused("SHD-6013", connection::commit);
                assertRefused("SHD-6013", connection::rollback);
                assertRefused("SHD-6013", () -> connection.setAutoCommit(true));
                assertRefused("SHD-6013", () -> execute(connection, "COMMIT"));
                assertRefused("SHD-6013", () -> execute(connection, "ROLLBACK"));
                assertRefused("SHD-6016", () -> execute(connection, "SET sharding.transaction_type = LOCAL"));
                Savepoint savepoint = connection.setSavepoint();
                execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 1");
                connection.rollback(savepoint);
            }
            manager.commit();
            try (Connection after = dataSource.getConnection()) {
                assertThat(balance(after, 0)).isEqualTo(1);
                assertThat(balance(after, 1)).isEqualTo(100);
            }
            Pools.assertIdle(dataSource, 0);
        }
    }

    /**
     * A statement in autocommit mode beside the thread's transaction would be a surprise: it would stay after a
     * rollback.
     */
    @ParameterizedTest
    @EnumSource
    void aConnectionFromOutsideIsRefused(XaProvider provider) throws Exception {
        try (ShardingDataSource dataSource = XaAccounts.create(DatabaseKind.H2, provider.configuration(logs));
                Connection outside = dataSource.getConnection()) {
            TransactionManager manager = provider.manager();
            manager.begin();
            assertRefused("SHD-6015", () -> execute(outside, "UPDATE t_account SET balance = 1 WHERE id = 0"));
            execute(outside, "SET sharding.transaction_type = LOCAL");
            execute(outside, "UPDATE t_account SET balance = 2 WHERE id = 0");
            manager.rollback();
            assertThat(balance(outside, 0)).isEqualTo(2);
        }
    }

    /** What failed on one database must not be committed on the other. */
    @ParameterizedTest
    @EnumSource
    void whatTheDatabaseAbortedIsRolledBack(XaProvider provider) throws Exception {
        try (ShardingDataSource dataSource = XaAccounts.create(DatabaseKind.POSTGRESQL, provider.configuration(logs))) {
            TransactionManager manager = provider.manager();
            manager.begin();
            try (Connection connection = dataSource.getConnection()) {
                execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 0");
                assertThatThrownBy(() -> execute(connection, "INSERT INTO t_account VALUES (1, 1)"))
                        .isInstanceOf(SQLException.class);
            }
            assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
            try (Connection after = dataSource.getConnection()) {
                assertThat(balance(after, 0)).isEqualTo(100);
            }
            Pools.assertIdle(dataSource, 0);
        }
    }

    /** A resource that the application itself has in the transaction, which fails or does not. */
    @ParameterizedTest
    @EnumSource
    void othersTakePartToo(XaProvider provider) throws Exception {
        JdbcDataSource other = new JdbcDataSource();
        other.setURL("jdbc:h2:mem:other_" + provider + ";DB_CLOSE_DELAY=-1");
        try (Connection connection = other.getConnection()) {
            execute(connection, "DROP TABLE IF EXISTS t_account");
            execute(connection, "CREATE TABLE t_account (id INT PRIMARY KEY, balance INT)");
            execute(connection, "INSERT INTO t_account VALUES (9, 100)");
        }
        try (ShardingDataSource dataSource = XaAccounts.create(DatabaseKind.POSTGRESQL, provider.configuration(logs))) {
            TransactionManager manager = provider.manager();
            for (boolean kept : new boolean[] {true, false}) {
                XAConnection beside = other.getXAConnection();
                XAResource resource = beside.getXAResource();
                Connection ofOther = beside.getConnection();
                OtherResource known = provider == XaProvider.ATOMIKOS ? OtherResource.add(resource) : null;
                manager.begin();
                manager.getTransaction().enlistResource(resource);
                try (Connection connection = dataSource.getConnection()) {
                    execute(connection, "UPDATE t_account SET balance = balance - 10 WHERE id = 0");
                    execute(ofOther, "UPDATE t_account SET balance = balance + 10 WHERE id = 9");
                    if (!kept) {
                        assertThatThrownBy(() -> execute(connection, "INSERT INTO t_account VALUES (0, 0)"))
                                .isInstanceOf(SQLException.class);
                    }
                }
                manager.getTransaction().delistResource(resource, XAResource.TMSUCCESS);
                if (kept) {
                    manager.commit();
                } else {
                    assertThatThrownBy(manager::commit).isInstanceOf(RollbackException.class);
                }
                beside.close();
                if (known != null) {
                    known.remove();
                }
                try (Connection ours = dataSource.getConnection();
                        Connection theirs = other.getConnection()) {
                    assertThat(balance(ours, 0)).isEqualTo(90);
                    assertThat(balance(theirs, 9)).isEqualTo(110);
                }
            }
            Pools.assertIdle(dataSource, 0);
        }
    }

    private static void assertRefused(String code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(SQLException.class).hasMessageStartingWith(code);
    }
}
