package org.shardingjdbc.transaction.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.isolation.TransactionCells;

/** docs/isolation.md has the lines that are found here. */
class BaseTransactionCellsTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "isolation.md");

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void thePageSaysWhatHappens(DatabaseKind kind) throws SQLException, IOException {
        try (ShardingDataSource dataSource = BaseAccounts.create(kind)) {
            assertThat(Files.readAllLines(PAGE))
                    .contains(new TransactionCells(dataSource).line("BASE | " + kind.title()));
        }
    }
}
