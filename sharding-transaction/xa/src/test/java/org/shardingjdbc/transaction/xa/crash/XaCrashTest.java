package org.shardingjdbc.transaction.xa.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
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
@Timeout(900)
class XaCrashTest {
    private static final int KILLS = Integer.getInteger("crash.kills", 2);
    private static final long SEED = Long.getLong("crash.seed", System.nanoTime());
    private static final Duration LONGEST_RECOVERY = Duration.ofSeconds(30);
    /** Longer than a recovery takes, which does not wait for it. */
    private static final String TIMEOUT_SECONDS = "60";

    @TempDir
    private Path logs;

    private int node;
    private int nextNumber = 1;

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
        List<Integer> acknowledged = new ArrayList<>();
        Random random = new Random(SEED);
        for (StopPoint point : StopPoint.values()) {
            int times = point == StopPoint.ANYWHERE ? kills : 1;
            for (int i = 0; i < times; i++) {
                String name = "node" + node++;
                acknowledged.addAll(die(accounts, point, name, random));
                recover(kind, accounts, name);
                check(accounts, acknowledged, provider + " " + kind + " " + point + " " + i + ", seed " + SEED);
            }
        }
        assertThat(acknowledged).isNotEmpty();
    }

    private TransactionConfiguration transactions(String name) {
        return provider.configuration(logs.resolve(name), name, Map.of("timeout-seconds", TIMEOUT_SECONDS));
    }

    /** The transfers that were acknowledged before. */
    private List<Integer> die(Accounts accounts, StopPoint point, String name, Random random)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        TransferProcess.class.getName(),
                        accounts.urls()[0],
                        accounts.urls()[1],
                        accounts.user(),
                        accounts.password(),
                        provider.logs(logs.resolve(name)).toString(),
                        provider.node(name),
                        point.name(),
                        Integer.toString(nextNumber),
                        TIMEOUT_SECONDS,
                        provider.configuration(logs, name, Map.of()).providerType())
                .redirectError(new File(logs.toFile(), name + ".err"))
                .start();
        List<Integer> acknowledged = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith(TransferProcess.DONE)) {
                    continue;
                }
                acknowledged.add(Integer.valueOf(line.substring(TransferProcess.DONE.length())));
                if (point == StopPoint.ANYWHERE && acknowledged.size() == 2) {
                    killLater(process, random.nextInt(300));
                }
            }
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(acknowledged).as("see %s", logs.resolve(name + ".err")).isNotEmpty();
        nextNumber = acknowledged.get(acknowledged.size() - 1) + 2;
        return acknowledged;
    }

    private static void killLater(Process process, int millis) {
        Thread killer = new Thread(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            process.destroyForcibly();
        });
        killer.setDaemon(true);
        killer.start();
    }

    /** Starts with the log of the process that died, until no branch is in doubt. */
    private void recover(DatabaseKind kind, Accounts accounts, String name) throws Exception {
        try (ShardingDataSource dataSource = accounts.open(transactions(name), each -> each)) {
            dataSource.getConnection().close();
            accounts.awaitNothingInDoubt(kind, LONGEST_RECOVERY);
        }
    }

    private void check(Accounts accounts, List<Integer> acknowledged, String what) throws SQLException {
        try (ShardingDataSource dataSource = accounts.open(transactions("check"), each -> each)) {
            // the one that was under way may be there or not
            Accounts.check(dataSource, acknowledged, node, what);
        }
    }
}
