package org.shardingjdbc.transaction.xa.crash;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.transaction.xa.XaProvider;

/**
 * A process dies in the middle of transfers, at each step of the protocol and anywhere. Another one recovers with its
 * log: then the sum is right, no branch is in doubt, nothing acknowledged is lost, and nothing is half done. How often
 * it dies anywhere is the property {@code crash.kills}; what it drew, {@code crash.seed}.
 */
@Tag("crash")
@Timeout(900)
class XaCrashTest {
    private static final int KILLS = Integer.getInteger("crash.kills", 2);
    private static final long SEED = Long.getLong("crash.seed", System.nanoTime());
    private static final Duration LONGEST_RECOVERY = Duration.ofSeconds(90);
    /** Longer than a recovery takes, which does not wait for it. */
    private static final String TIMEOUT_SECONDS = "60";

    @TempDir
    private Path logs;

    private XaProvider provider = XaProvider.ATOMIKOS;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
    void nothingIsHalfDone(DatabaseKind kind) throws Exception {
        nothingIsHalfDone(kind, KILLS);
    }

    @ParameterizedTest
    @MethodSource("kindsOfNarayana")
    void nothingIsHalfDoneByNarayana(DatabaseKind kind) throws Exception {
        provider = XaProvider.NARAYANA;
        nothingIsHalfDone(kind, Math.max(1, KILLS / 2));
    }

    /** One is enough where the build runs it: what databases are told is as by the other coordinator. */
    static List<DatabaseKind> kindsOfNarayana() {
        return KILLS > 2
                ? List.of(DatabaseKind.POSTGRESQL, DatabaseKind.MYSQL, DatabaseKind.MARIADB)
                : List.of(DatabaseKind.POSTGRESQL);
    }

    private void nothingIsHalfDone(DatabaseKind kind, int kills) throws Exception {
        TestServer server = TestServer.of(kind);
        Accounts accounts = new Accounts(
                new String[] {server.createDatabase("crash_0"), server.createDatabase("crash_1")},
                server.user(),
                server.password());
        try (ShardingDataSource dataSource = accounts.open(transactions("setup"), each -> each)) {
            Accounts.create(dataSource);
        }
        MortalTransfers transfers = new MortalTransfers(accounts, new Random(SEED));
        for (StopPoint point : StopPoint.OF_XA) {
            int times = point == StopPoint.ANYWHERE ? kills : 1;
            for (int i = 0; i < times; i++) {
                String name = "node" + transfers.deaths();
                transfers.die(
                        transactions(name), point, logs.resolve(name + ".err").toFile());
                recover(kind, accounts, name);
                check(accounts, transfers, provider + " " + kind + " " + point + " " + i + ", seed " + SEED);
            }
        }
    }

    private TransactionConfiguration transactions(String name) {
        return provider.configuration(logs.resolve(name), name, Map.of("timeout-seconds", TIMEOUT_SECONDS));
    }

    /** Starts with the log of the process that died, until no branch is in doubt. */
    private void recover(DatabaseKind kind, Accounts accounts, String name) throws Exception {
        try (ShardingDataSource dataSource = accounts.open(transactions(name), each -> each)) {
            dataSource.getConnection().close();
            accounts.awaitNothingInDoubt(kind, LONGEST_RECOVERY);
        }
    }

    private void check(Accounts accounts, MortalTransfers transfers, String what) throws SQLException {
        try (ShardingDataSource dataSource = accounts.open(transactions("check"), each -> each)) {
            // the one that was under way may be there or not
            Accounts.check(dataSource, transfers.acknowledged(), transfers.deaths(), what);
        }
    }
}
