package org.shardingjdbc.transaction.xa.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * The transfers of {@link XaCrashTest} in LOCAL transactions: a process that dies between two commits leaves one half
 * done for ever, which the check of the other test finds.
 */
@Tag("crash")
@Timeout(300)
class LocalCrashTest {
    @TempDir
    private Path logs;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
    void oneIsHalfDone(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        Accounts accounts = new Accounts(
                new String[] {server.createDatabase("local_0"), server.createDatabase("local_1")},
                server.user(),
                server.password());
        try (ShardingDataSource dataSource = accounts.open(TransactionConfiguration.LOCAL, each -> each)) {
            Accounts.create(dataSource);
            MortalTransfers transfers = new MortalTransfers(accounts, new Random(1));
            transfers.die(
                    TransactionConfiguration.LOCAL,
                    StopPoint.BETWEEN_LOCAL_COMMITS,
                    logs.resolve("err").toFile());
            int whole = transfers.acknowledged().size();
            Accounts.State state = Accounts.read(dataSource);
            assertThat(state.first()).isEqualTo(Accounts.START - whole - 1);
            assertThat(state.second()).isEqualTo(Accounts.START + whole);
            assertThat(state.marks()).hasSize(2 * whole + 1);
            assertThatThrownBy(() -> Accounts.check(dataSource, transfers.acknowledged(), transfers.deaths(), "LOCAL"))
                    .isInstanceOf(AssertionError.class);
        }
    }
}
