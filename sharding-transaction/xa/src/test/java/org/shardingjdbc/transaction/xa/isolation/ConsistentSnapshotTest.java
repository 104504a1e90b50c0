package org.shardingjdbc.transaction.xa.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.transaction.xa.XaAccounts.balance;
import static org.shardingjdbc.transaction.xa.XaAccounts.execute;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.transaction.xa.XaAccounts;
import org.shardingjdbc.transaction.xa.XaProvider;

class ConsistentSnapshotTest {
    private static final String SNAPSHOT = "START TRANSACTION WITH CONSISTENT SNAPSHOT";

    @TempDir
    private Path logs;

    /** Without it, the second data source would be seen as it was when it was first read. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void allDataSourcesAreSeenAsTheyWereAtItsBegin(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = XaAccounts.create(kind, XaProvider.ATOMIKOS.configuration(logs));
                Connection reader = dataSource.getConnection();
                Connection writer = dataSource.getConnection()) {
            execute(reader, "SET sharding.transaction_type = LOCAL");
            for (String begin : new String[] {SNAPSHOT, SNAPSHOT + ", READ ONLY"}) {
                int first = balance(writer, 0);
                int second = balance(writer, 1);
                execute(reader, begin);
                execute(writer, "UPDATE t_account SET balance = balance + 1");
                assertThat(balance(reader, 0)).as(begin).isEqualTo(first);
                execute(writer, "UPDATE t_account SET balance = balance + 1");
                assertThat(balance(reader, 1)).as(begin).isEqualTo(second);
                execute(reader, "COMMIT");
                assertThat(balance(reader, 1)).isEqualTo(second + 2);
            }
            execute(reader, "START TRANSACTION");
            int first = balance(reader, 0);
            execute(writer, "UPDATE t_account SET balance = balance + 1");
            assertThat(balance(reader, 0)).isEqualTo(first);
            assertThat(balance(reader, 1)).as("read skew").isEqualTo(first + 1);
            execute(reader, "COMMIT");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void xaRefusesItBeforeADataSourceIsTouched(DatabaseKind kind) throws SQLException {
        try (ShardingDataSource dataSource = XaAccounts.create(kind, XaProvider.ATOMIKOS.configuration(logs));
                Connection connection = dataSource.getConnection()) {
            assertThatThrownBy(() -> execute(connection, SNAPSHOT))
                    .hasMessageContaining("WITH CONSISTENT SNAPSHOT in a transaction of type XA")
                    .hasMessageContaining("SET sharding.transaction_type = LOCAL");
            assertThat(balance(connection, 1)).isEqualTo(100);
        }
    }
}
