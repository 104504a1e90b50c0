package org.shardingjdbc.transaction.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/**
 * Statements that cannot be in an XA transaction: each is refused by name before a shard is touched, and the
 * transaction goes on; in autocommit mode they are executed as ever.
 */
class XaStatementsTest {
    private static final Set<DatabaseKind> MYSQL = Set.of(DatabaseKind.MYSQL, DatabaseKind.MARIADB);
    private static final Set<DatabaseKind> POSTGRESQL = Set.of(DatabaseKind.POSTGRESQL);

    @TempDir
    private Path logs;

    private record Line(String sql, Set<DatabaseKind> refusedBy) {}

    private static final List<Line> REFUSED = List.of(
            new Line("CREATE TABLE t_new (id INT PRIMARY KEY)", MYSQL),
            new Line("/* a comment */ CREATE INDEX i_balance ON t_account (balance)", MYSQL),
            new Line("ALTER TABLE t_account ADD COLUMN more INT", MYSQL),
            new Line("TRUNCATE TABLE t_account", MYSQL),
            new Line("DROP TABLE t_account", MYSQL),
            new Line("ANALYZE TABLE t_account", MYSQL),
            new Line("OPTIMIZE TABLE t_account", MYSQL),
            new Line("FLUSH TABLES", MYSQL),
            new Line("CREATE USER shd_u", MYSQL),
            new Line("GRANT SELECT ON t_account TO shd_u", MYSQL),
            new Line(
                    "CREATE DATABASE shd_xa",
                    Set.of(DatabaseKind.MYSQL, DatabaseKind.MARIADB, DatabaseKind.POSTGRESQL)),
            new Line("CREATE TEMPORARY TABLE t_temp (id INT)", POSTGRESQL),
            new Line("CREATE TEMP VIEW v_temp AS SELECT 1 AS x", POSTGRESQL),
            new Line("CREATE OR REPLACE TEMP VIEW v_temp AS SELECT 1 AS x", POSTGRESQL),
            new Line("VACUUM", POSTGRESQL),
            new Line("ALTER SYSTEM SET work_mem = '4MB'", POSTGRESQL),
            new Line("LISTEN c", POSTGRESQL),
            new Line("NOTIFY c", POSTGRESQL),
            new Line("UNLISTEN c", POSTGRESQL));

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
    void areRefusedAndTheTransactionGoesOn(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = XaAccounts.create(kind, logs);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            XaAccounts.execute(connection, "UPDATE t_account SET balance = 1 WHERE id < 2");
            for (Line line : REFUSED) {
                if (line.refusedBy().contains(kind)) {
                    assertThatThrownBy(() -> XaAccounts.execute(connection, line.sql()))
                            .as(line.sql())
                            .isInstanceOf(SQLException.class)
                            .hasMessageContaining("SHD-6022")
                            .hasMessageContaining(" is refused in an XA transaction: ");
                }
            }
            connection.rollback();
            assertThat(XaAccounts.balance(connection, 0))
                    .as("nothing was committed")
                    .isEqualTo(100);
            XaAccounts.execute(connection, "UPDATE t_account SET balance = 2 WHERE id < 2");
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(XaAccounts.balance(connection, 1)).isEqualTo(2);
            XaAccounts.execute(connection, "ALTER TABLE t_account ADD COLUMN more INT");
            XaAccounts.execute(connection, "UPDATE t_account SET more = 3");
        }
    }

    /**
     * SAVEPOINT, definitions of PostgreSQL and H2, temporary tables of MySQL: where the database can, they go along.
     */
    @ParameterizedTest
    @EnumSource
    void whatCanBeIsExecuted(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = XaAccounts.create(kind, logs);
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            XaAccounts.execute(connection, "UPDATE t_account SET balance = 1 WHERE id < 2");
            XaAccounts.execute(connection, "SAVEPOINT a");
            XaAccounts.execute(connection, "UPDATE t_account SET balance = 2 WHERE id < 2");
            XaAccounts.execute(connection, "ROLLBACK TO SAVEPOINT a");
            if (MYSQL.contains(kind)) {
                XaAccounts.execute(connection, "CREATE TEMPORARY TABLE t_temp (id INT)");
            } else {
                XaAccounts.execute(connection, "ALTER TABLE t_account ADD COLUMN more INT");
                XaAccounts.execute(connection, "UPDATE t_account SET more = 3 WHERE id < 2");
            }
            connection.commit();
            connection.setAutoCommit(true);
            assertThat(XaAccounts.balance(connection, 0)).isEqualTo(1);
            assertThat(XaAccounts.balance(connection, 1)).isEqualTo(1);
        }
    }
}
