package org.shardingjdbc.transaction.xa.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.isolation.TransactionCells;
import org.shardingjdbc.transaction.xa.XaAccounts;
import org.shardingjdbc.transaction.xa.XaProvider;

/** docs/isolation.md has the lines that are found here. */
class TransactionCellsTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "isolation.md");

    @TempDir
    private Path logs;

    @ParameterizedTest
    @EnumSource
    void thePageSaysWhatHappens(DatabaseKind kind) throws SQLException, IOException {
        assertThat(Files.readAllLines(PAGE))
                .contains(
                        line("LOCAL", kind, TransactionConfiguration.LOCAL),
                        line("XA", kind, XaProvider.ATOMIKOS.configuration(logs)));
    }

    private static String line(String type, DatabaseKind kind, TransactionConfiguration transactions)
            throws SQLException {
        try (ShardingDataSource dataSource = XaAccounts.create(kind, transactions)) {
            return new TransactionCells(dataSource).line(type + " | " + kind.title());
        }
    }
}
