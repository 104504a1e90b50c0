package org.shardingjdbc.feature.encrypt.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.ChildJvm;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Processes that run a backfill are killed at any moment, again and again, while others write: in both states, and
 * while keys rotate without a plain column. Afterwards every row has the value that was written last, in all its forms.
 * {@code -Dbackfill.kills} says how often for each; 50 is a long run.
 */
@Tag("crash")
class BackfillCrashTest {
    private static final int ROWS = 600;
    private static final int WRITERS = 2;

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB", "MYSQL"})
    void nothingIsLostWhenItIsKilled(DatabaseKind kind, @TempDir Path folder) throws Exception {
        int kills = Integer.getInteger("backfill.kills", 1);
        String name = "backfill_crash_" + kind.name().toLowerCase(Locale.ROOT);
        try (Fixture<ShardingDataSource> fixture =
                Fixture.on(kind, name).rules(BackfillRules.PLAIN).open(ShardingDataSourceFactory::create)) {
            fixture.onSharded(BackfillRules.TABLE);
            Map<Integer, String> rows = fill(fixture.sharded());
            killWhileOthersWrite(fixture, folder, "READ_PLAIN", kills, rows);
            killWhileOthersWrite(fixture, folder, "READ_CIPHER", kills, rows);
            killWhileOthersWrite(fixture, folder, null, kills, rows);
            check(fixture, rows);
        }
    }

    /**
     * Without plain values nothing but the cipher tells what was written: what is lost there stays lost.
     *
     * @param state of the plain column; null without one
     */
    private static void killWhileOthersWrite(
            Fixture<ShardingDataSource> fixture, Path folder, String state, int kills, Map<Integer, String> rows)
            throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
        AtomicBoolean stop = new AtomicBoolean();
        try (ShardingDataSource writing = BackfillRules.open(fixture.yaml(BackfillRules.of(state, 1, 2)))) {
            List<Future<Map<Integer, String>>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                writers.add(threads.submit(new Writer(writing, state, i, new TreeMap<>(rows), stop)));
            }
            int killed = killAgainAndAgain(fixture, folder, state, kills);
            stop.set(true);
            for (Future<Map<Integer, String>> writer : writers) {
                writer.get().forEach((id, phone) -> {
                    if (phone == null) {
                        rows.remove(id);
                    } else {
                        rows.put(id, phone);
                    }
                });
            }
            assertThat(killed).as("killed while they ran").isPositive();
            System.out.println(state + ": killed " + killed + " of " + kills);
            finish(fixture, state);
        } finally {
            stop.set(true);
            threads.shutdownNow();
        }
    }

    private static Map<Integer, String> fill(DataSource dataSource) throws SQLException {
        Map<Integer, String> rows = new TreeMap<>();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, phone) VALUES (?, ?)")) {
            for (int id = 0; id < ROWS; id++) {
                rows.put(id, "first " + id);
                insert.setInt(1, id);
                insert.setString(2, "first " + id);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        return rows;
    }

    private static int killAgainAndAgain(Fixture<ShardingDataSource> fixture, Path folder, String state, int kills)
            throws Exception {
        Path one = Files.writeString(folder.resolve(state + "1"), fixture.yaml(BackfillRules.of(state, 2, 1)));
        Path two = Files.writeString(folder.resolve(state + "2"), fixture.yaml(BackfillRules.of(state, 1, 2)));
        Path errors = folder.resolve("errors");
        int killed = 0;
        for (int i = 0; i < kills; i++) {
            Process process = new ProcessBuilder(ChildJvm.command(
                            "-cp",
                            System.getProperty("java.class.path"),
                            BackfillProcess.class.getName(),
                            one.toString(),
                            two.toString()))
                    .redirectError(errors.toFile())
                    .start();
            try (BufferedReader told =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                String line = told.readLine();
                while (line != null && !line.equals("begins")) {
                    line = told.readLine();
                }
                assertThat(line)
                        .as("a process that begins: " + Files.readString(errors))
                        .isEqualTo("begins");
                Thread.sleep(ThreadLocalRandom.current().nextInt(600));
                killed += process.isAlive() ? 1 : 0;
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        return killed;
    }

    private static void finish(Fixture<ShardingDataSource> fixture, String state) throws SQLException {
        String yaml = fixture.yaml(BackfillRules.of(state, 2, 1));
        try (ShardingDataSource dataSource = BackfillRules.open(yaml)) {
            EncryptionBackfill backfill =
                    new EncryptionBackfill(BackfillRules.encryption(yaml), "t", new BackfillOptions());
            List<String> nodes = dataSource.dataNodes("t");
            assertThat(backfill.run(dataSource.dataSources(), nodes).isComplete())
                    .isTrue();
            assertThat(backfill.check(dataSource.dataSources(), nodes).isComplete())
                    .isTrue();
        }
    }

    /** As the last state sees it, with the newest key alone. */
    private static void check(Fixture<ShardingDataSource> fixture, Map<Integer, String> rows) throws SQLException {
        try (ShardingDataSource last = BackfillRules.open(fixture.yaml(BackfillRules.of(null, 2)));
                Connection connection = last.getConnection();
                PreparedStatement all = connection.prepareStatement("SELECT id, phone FROM t");
                PreparedStatement one = connection.prepareStatement("SELECT id FROM t WHERE phone = ?")) {
            Map<Integer, String> read = new TreeMap<>();
            try (ResultSet found = all.executeQuery()) {
                while (found.next()) {
                    assertThat(read.put(found.getInt(1), found.getString(2)))
                            .as("row " + found.getInt(1) + " twice")
                            .isNull();
                }
            }
            assertThat(read).isEqualTo(rows);
            for (Map.Entry<Integer, String> row : rows.entrySet()) {
                one.setString(1, row.getValue());
                try (ResultSet found = one.executeQuery()) {
                    assertThat(found.next()).as(row.getValue()).isTrue();
                    assertThat(found.getInt(1)).isEqualTo(row.getKey());
                    assertThat(found.next()).isFalse();
                }
            }
        }
    }

    /** Changes, removes and adds rows of its own; tells what they are at the end, null for those that are gone. */
    private record Writer(
            DataSource dataSource, String state, int number, Map<Integer, String> rows, AtomicBoolean stop)
            implements Callable<Map<Integer, String>> {
        @Override
        public Map<Integer, String> call() throws SQLException {
            Map<Integer, String> mine = new TreeMap<>();
            Random random = new Random(number);
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement update = connection.prepareStatement("UPDATE t SET phone = ? WHERE id = ?");
                    PreparedStatement delete = connection.prepareStatement("DELETE FROM t WHERE id = ?");
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO t (phone, id) VALUES (?, ?)")) {
                for (int count = 0; !stop.get() || count < 100; count++) {
                    int id = random.nextInt(ROWS + 100) / WRITERS * WRITERS + number;
                    boolean there = mine.containsKey(id) ? mine.get(id) != null : rows.containsKey(id);
                    String phone = state + " " + number + " " + count;
                    if (there && random.nextInt(10) == 0) {
                        delete.setInt(1, id);
                        assertThat(delete.executeUpdate()).isEqualTo(1);
                        mine.put(id, null);
                    } else {
                        PreparedStatement write = there ? update : insert;
                        write.setString(1, phone);
                        write.setInt(2, id);
                        assertThat(write.executeUpdate()).isEqualTo(1);
                        mine.put(id, phone);
                    }
                }
            }
            return mine;
        }
    }
}
