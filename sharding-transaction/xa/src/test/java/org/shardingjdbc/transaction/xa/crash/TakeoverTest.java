package org.shardingjdbc.transaction.xa.crash;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
import org.shardingjdbc.transaction.xa.XaProvider;

/**
 * Processes with a shared log die in the middle of transfers, at each step of the protocol and anywhere, and never come
 * back. One that lives ends what they left, within seconds: then the sum is right, no branch is in doubt, nothing
 * acknowledged is lost, and nothing is half done. How often one dies anywhere is the property {@code crash.kills}; what
 * it drew, {@code crash.seed}.
 */
@Tag("crash")
@Timeout(900)
class TakeoverTest {
    private static final int KILLS = Integer.getInteger("crash.kills", 1);
    private static final long SEED = Long.getLong("crash.seed", System.nanoTime());
    private static final Duration LONGEST_TAKEOVER = Duration.ofSeconds(60);

    @TempDir
    private Path logs;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
    void whoLivesEndsWhatIsInDoubt(DatabaseKind kind) throws Exception {
        TestServer server = TestServer.of(kind);
        Accounts accounts = new Accounts(
                new String[] {server.createDatabase("taken_0"), server.createDatabase("taken_1")},
                server.user(),
                server.password());
        try (ShardingDataSource lives = accounts.open(transactions("lives"), each -> each)) {
            Accounts.create(lives);
            MortalTransfers transfers = new MortalTransfers(accounts, new Random(SEED));
            for (StopPoint point : points(kind)) {
                int times = point == StopPoint.ANYWHERE ? KILLS : 1;
                for (int i = 0; i < times; i++) {
                    String name = "dies-" + transfers.deaths();
                    transfers.die(
                            transactions(name),
                            point,
                            logs.resolve(name + ".err").toFile());
                    accounts.awaitNothingInDoubt(kind, LONGEST_TAKEOVER);
                    String what = kind + " " + point + " " + i + ", seed " + SEED;
                    Accounts.check(lives, transfers.acknowledged(), transfers.deaths(), what);
                }
            }
        }
    }

    /** Where the build runs it, all of them on one kind, and where they differ on the others. */
    private static List<StopPoint> points(DatabaseKind kind) {
        return KILLS > 1 || kind == DatabaseKind.POSTGRESQL
                ? StopPoint.OF_XA
                : List.of(StopPoint.AFTER_PREPARES, StopPoint.BETWEEN_COMMITS);
    }

    private TransactionConfiguration transactions(String node) {
        return XaProvider.ATOMIKOS.configuration(
                logs.resolve("unused"), node, Map.of("log-data-source", "ds_0", "log-lease-seconds", "1"));
    }
}
