package org.shardingjdbc.transaction.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.transaction.base.BaseAccounts.balance;
import static org.shardingjdbc.transaction.base.BaseAccounts.execute;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.apache.seata.core.context.RootContext;
import org.apache.seata.tm.api.GlobalTransaction;
import org.apache.seata.tm.api.GlobalTransactionContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** BASE through plain JDBC on real servers, with a real Seata server. */
class BaseTransactionTest {
    @AfterEach
    void outOfGlobalTransactions() {
        RootContext.unbind();
    }

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

    /** The server has given it up before it was committed. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void whatIsOpenForTooLongIsRolledBack(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = BaseAccounts.createWithTimeout(kind, 2);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = balance - 10 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = balance + 10 WHERE id = 1");
            // nobody tells that its time is over; the server looks once a second, or later on a busy machine
            Thread.sleep(6_000);
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThat(balance(connection, 0)).isEqualTo(100);
            assertThat(balance(connection, 1)).isEqualTo(100);
        }
    }

    /** What Seata executes without a record of it could not be undone. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void refusesWhatCouldNotBeUndone(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = BaseAccounts.create(kind);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            for (String sql : new String[] {
                "TRUNCATE TABLE t_account",
                kind == DatabaseKind.POSTGRESQL
                        ? "INSERT INTO t_account VALUES (0, 1) ON CONFLICT (id) DO UPDATE SET balance = 2"
                        : "INSERT INTO t_account VALUES (0, 1) ON DUPLICATE KEY UPDATE balance = 2",
                kind == DatabaseKind.POSTGRESQL
                        ? "DELETE FROM t_account a USING t_account b WHERE a.id = b.id AND a.id = 0 AND b.id = 0"
                        : "INSERT IGNORE INTO t_account VALUES (0, 1)",
                "UPDATE t_account SET balance = (SELECT 5) WHERE id = 0",
                "ALTER TABLE t_account ADD COLUMN more INT"
            }) {
                execute(connection, "UPDATE t_account SET balance = 7 WHERE id = 0");
                if (kind != DatabaseKind.POSTGRESQL && (sql.startsWith("ALTER") || sql.startsWith("TRUNCATE"))) {
                    // it commits what was before, as it does on the database
                    connection.rollback();
                    continue;
                }
                assertThatThrownBy(() -> execute(connection, sql), sql)
                        .isInstanceOf(SQLException.class)
                        .hasMessageStartingWith("SHD-6033");
                connection.rollback();
            }
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(balance(connection, 0)).isEqualTo(100);
        }
    }

    /**
     * Another global transaction holds a row on the second data source: what the first had committed is undone, and the
     * transaction can be run again.
     */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void whatWasCommittedIsUndoneWhenAnotherBranchCannotCommit(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = BaseAccounts.create(kind);
                Connection connection = dataSource.getConnection();
                Connection others = dataSource.getConnection()) {
            GlobalTransaction global = GlobalTransactionContext.getCurrentOrCreate();
            global.begin(30_000, "application");
            others.setAutoCommit(false);
            execute(others, "UPDATE t_account SET balance = 55 WHERE id = 1");
            others.commit();
            String xid = RootContext.unbind();
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 1");
            assertThatThrownBy(connection::commit)
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-6034");
            assertThat(balance(connection, 0)).isEqualTo(100);
            assertThat(balance(connection, 1)).isEqualTo(55);
            connection.rollback();
            RootContext.bind(xid);
            global.rollback();
            connection.setAutoCommit(true);
            assertThat(balance(connection, 1)).isEqualTo(100);
        }
    }

    /**
     * The application's global transaction, as {@code @GlobalTransactional} begins one, takes back what was committed.
     */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void takesPartInTheGlobalTransactionOfItsThread(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = BaseAccounts.create(kind);
                Connection connection = dataSource.getConnection()) {
            GlobalTransaction global = GlobalTransactionContext.getCurrentOrCreate();
            global.begin(30_000, "application");
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 1");
            connection.commit();
            connection.setAutoCommit(true);
            execute(connection, "UPDATE t_account SET balance = 2 WHERE id = 2 AND balance = 1");
            execute(connection, "UPDATE t_account SET balance = balance + 5 WHERE id IN (2, 3)");
            assertThat(balance(connection, 2)).isEqualTo(105);
            global.rollback();
            for (int id = 0; id < 4; id++) {
                assertThat(balance(connection, id)).isEqualTo(100);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void theTableThatIsMissingIsNamedWithItsDdl(DatabaseKind kind) {
        assertThatThrownBy(() -> BaseAccounts.create(kind, false))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-6032: Data source ds_0")
                .hasMessageContaining("CREATE TABLE undo_log (");
    }

    @ParameterizedTest
    @EnumSource(names = "H2")
    void aDatabaseThatSeataDoesNotKnowIsRefused(DatabaseKind kind) {
        assertThatThrownBy(() -> BaseAccounts.create(kind, false))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-6032: Data source ds_0")
                .hasMessageContaining("H2");
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void savepointsHold(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = BaseAccounts.create(kind);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            assertThat(balance(connection, 0)).isEqualTo(100);
            Savepoint beforeAll = connection.setSavepoint("before");
            execute(connection, "UPDATE t_account SET balance = 5 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = 5 WHERE id = 2");
            connection.rollback(beforeAll);
            execute(connection, "UPDATE t_account SET balance = 1 WHERE id = 0");
            Savepoint savepoint = connection.setSavepoint("here");
            execute(connection, "UPDATE t_account SET balance = 2 WHERE id = 0");
            execute(connection, "UPDATE t_account SET balance = 2 WHERE id = 1");
            connection.rollback(savepoint);
            execute(connection, "UPDATE t_account SET balance = 4 WHERE id = 1");
            connection.rollback(savepoint);
            connection.releaseSavepoint(savepoint);
            execute(connection, "UPDATE t_account SET balance = 3 WHERE id = 3");
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(balance(connection, 0)).isEqualTo(1);
            assertThat(balance(connection, 1)).isEqualTo(100);
            assertThat(balance(connection, 2)).isEqualTo(100);
            assertThat(balance(connection, 3)).isEqualTo(3);
        }
    }

    /** Its driver would change rows past Seata. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void anUpdatableResultIsRefused(DatabaseKind kind) throws SQLException {
        String sql = "SELECT id, balance FROM t_account WHERE id = 0";
        try (ShardingDataSource dataSource = BaseAccounts.create(kind);
                Connection connection = dataSource.getConnection();
                Statement updating =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> updating.executeQuery(sql))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-6033");
            connection.rollback();
            connection.setAutoCommit(true);
            try (ResultSet rows = updating.executeQuery(sql)) {
                assertThat(rows.next()).isTrue();
            }
        }
    }

    /** It would read rows that may be undone yet. */
    @ParameterizedTest
    @EnumSource(names = "POSTGRESQL")
    void aLockThatSeataDoesNotKnowIsRefused(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = BaseAccounts.create(kind);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t_account SET balance = 5 WHERE id = 0");
            String sql = "SELECT balance FROM t_account WHERE id = 0 FOR NO KEY UPDATE";
            assertThatThrownBy(() -> execute(connection, sql))
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("SHD-6033")
                    .hasMessageContaining("FOR UPDATE");
            connection.rollback();
            execute(connection, "SELECT balance FROM t_account WHERE id = 0 FOR UPDATE");
            connection.rollback();
        }
    }

    /** Batches and prepared statements are recorded as what they do. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void preparedStatementsAndBatchesAreUndone(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = BaseAccounts.create(kind);
                Connection connection = dataSource.getConnection()) {
            GlobalTransaction global = GlobalTransactionContext.getCurrentOrCreate();
            global.begin(30_000, "application");
            connection.setAutoCommit(false);
            try (PreparedStatement update =
                            connection.prepareStatement("UPDATE t_account SET balance = ? WHERE id = ?");
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO t_account VALUES (?, ?)")) {
                for (int id = 0; id < 2; id++) {
                    update.setInt(1, id);
                    update.setInt(2, id);
                    assertThat(update.executeUpdate()).isEqualTo(1);
                }
                for (int id = 4; id < 10; id++) {
                    insert.setInt(1, id);
                    insert.setInt(2, id);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).hasSize(6);
            }
            execute(connection, "DELETE FROM t_account WHERE id IN (2, 3)");
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(balance(connection, 9)).isEqualTo(9);
            assertThat(balance(connection, 2)).isEqualTo(-1);
            global.rollback();
            for (int id = 0; id < 10; id++) {
                assertThat(balance(connection, id)).isEqualTo(id < 4 ? 100 : -1);
            }
        }
    }
}
