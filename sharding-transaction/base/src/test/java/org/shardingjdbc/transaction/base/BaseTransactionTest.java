package org.shardingjdbc.transaction.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shardingjdbc.transaction.base.BaseAccounts.balance;
import static org.shardingjdbc.transaction.base.BaseAccounts.execute;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** BASE through plain JDBC on real servers, with a real Seata server. */
class BaseTransactionTest {
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void commitsOnAll(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = BaseAccounts.create(kind);
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
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void rollsBackOnAll(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = BaseAccounts.create(kind);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = balance - 10 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = balance + 10 WHERE id = 1");
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(balance(connection, 0)).isEqualTo(100);
            assertThat(balance(connection, 1)).isEqualTo(100);
        }
    }
}
