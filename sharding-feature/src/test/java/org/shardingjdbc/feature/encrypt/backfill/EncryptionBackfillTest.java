package org.shardingjdbc.feature.encrypt.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.feature.encrypt.backfill.BackfillOptions.BackfillProgress;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

class EncryptionBackfillTest {
    private static Fixture<ShardingDataSource> filled(DatabaseKind kind, String name) throws Exception {
        Fixture<ShardingDataSource> fixture = Fixture.on(
                        kind, "backfill_" + name + "_" + kind.name().toLowerCase(Locale.ROOT))
                .rules(BackfillRules.PLAIN)
                .open(ShardingDataSourceFactory::create);
        fixture.onSharded(BackfillRules.TABLE);
        try (Connection connection = fixture.sharded().getConnection();
                var insert = connection.prepareStatement("INSERT INTO t (id, phone) VALUES (?, ?)")) {
            for (int id = -10; id < 90; id++) {
                insert.setInt(1, id);
                insert.setString(2, id % 10 == 0 ? null : "grüße " + id);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        return fixture;
    }

    private static long count(DataSource dataSource, String condition) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t WHERE " + condition)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static BackfillResult run(Fixture<ShardingDataSource> fixture, String rules, boolean writing)
            throws SQLException {
        EncryptionBackfill backfill = new EncryptionBackfill(
                BackfillRules.encryption(fixture.yaml(rules)), "T", new BackfillOptions(7, 0, progress -> {}));
        ShardingDataSource sharded = fixture.sharded();
        List<String> nodes = sharded.dataNodes("t");
        return writing ? backfill.run(sharded.dataSources(), nodes) : backfill.check(sharded.dataSources(), nodes);
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void aPlainColumnIsEncryptedAndItsKeysAreReplaced(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(kind, "whole")) {
            String first = BackfillRules.of("READ_PLAIN", 1);
            assertThat(run(fixture, first, false)).isEqualTo(new BackfillResult(100, 0, 90, 0, List.of(), false));
            assertThat(run(fixture, first, true)).isEqualTo(new BackfillResult(100, 90, 0, 0, List.of(), false));
            assertThat(run(fixture, first, true)).isEqualTo(new BackfillResult(100, 0, 0, 0, List.of(), false));
            assertThat(count(fixture.sharded(), "phone IS NULL AND phone_cipher IS NULL AND phone_digest IS NULL"))
                    .isEqualTo(10);
            try (ShardingDataSource old = BackfillRules.open(fixture.yaml(BackfillRules.of(null, 1)))) {
                assertThat(count(old, "phone = 'grüße 77'")).isEqualTo(1);
            }
            String rotated = BackfillRules.of("READ_CIPHER", 2, 1);
            assertThat(run(fixture, rotated, false).left()).isEqualTo(90);
            assertThat(run(fixture, rotated, true).written()).isEqualTo(90);
            assertThat(run(fixture, rotated, false).isComplete()).isTrue();
            try (ShardingDataSource last = BackfillRules.open(fixture.yaml(BackfillRules.of(null, 2)))) {
                assertThat(count(last, "phone IN ('grüße 77', 'grüße -1')")).isEqualTo(2);
                assertThat(count(last, "phone IS NULL")).isEqualTo(10);
            }
            assertThat(run(fixture, BackfillRules.of(null, 2), false).isComplete())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void whatWasWrittenPastTheRuleIsFoundAndMended(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(kind, "past")) {
            String rules = BackfillRules.of("READ_PLAIN", 1);
            run(fixture, rules, true);
            fixture.onSharded(
                    "UPDATE t SET phone = 'GRÜSSE 5' WHERE id = 5",
                    "UPDATE t SET phone = NULL WHERE id = 6",
                    "UPDATE t SET phone_cipher = 'no cipher' WHERE id = 7",
                    "UPDATE t SET phone_digest = NULL WHERE id = 8");
            assertThat(run(fixture, rules, false).left()).isEqualTo(4);
            assertThat(run(fixture, rules, true).written()).isEqualTo(4);
            try (ShardingDataSource last = BackfillRules.open(fixture.yaml(BackfillRules.of(null, 1)))) {
                assertThat(count(last, "phone IN ('GRÜSSE 5', 'grüße 7', 'grüße 8')"))
                        .isEqualTo(3);
                assertThat(count(last, "phone IS NULL AND id = 6")).isEqualTo(1);
            }
        }
    }

    @Test
    void whatNoKeyReadsIsToldByItsPrimaryKeyAndLeft() throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(DatabaseKind.H2, "unreadable")) {
            run(fixture, BackfillRules.of("READ_PLAIN", 1), true);
            fixture.onSharded("UPDATE t SET phone_cipher = 'secret' WHERE id = 41");
            BackfillResult result = run(fixture, BackfillRules.of(null, 2, 1), true);
            assertThat(result.unreadable()).isEqualTo(1);
            assertThat(result.unreadableKeys()).hasSize(1);
            assertThat(result.unreadableKeys().get(0)).endsWith(".t_1 [41]");
            assertThat(result.written()).isEqualTo(89);
            assertThat(result.isComplete()).isFalse();
            assertThat(count(fixture.sharded(), "phone_cipher = 'secret'")).isEqualTo(1);
        }
    }

    @Test
    void itIsStoppedAndBegunAgainAndTellsHowFarItIs() throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(DatabaseKind.H2, "stopped")) {
            ShardingDataSource sharded = fixture.sharded();
            String rules = BackfillRules.of("READ_PLAIN", 1);
            List<BackfillProgress> told = new ArrayList<>();
            EncryptionBackfill[] running = new EncryptionBackfill[1];
            running[0] = new EncryptionBackfill(
                    BackfillRules.encryption(fixture.yaml(rules)), "t", new BackfillOptions(10, 1, progress -> {
                        told.add(progress);
                        if (told.size() == 2) {
                            running[0].stop();
                        }
                    }));
            List<String> nodes = sharded.dataNodes("t");
            assertThat(nodes).hasSize(4);
            BackfillResult stopped = running[0].run(sharded.dataSources(), nodes);
            assertThat(stopped.stopped()).isTrue();
            assertThat(stopped.isComplete()).isFalse();
            assertThat(told)
                    .containsExactly(
                            new BackfillProgress(
                                    nodes.get(0), 10, 25, told.get(0).written()),
                            new BackfillProgress(nodes.get(0), 20, 25, stopped.written()));
            assertThat(run(fixture, rules, true).written()).isEqualTo(90 - stopped.written());
        }
    }

    /** Another writes a row between its reading and its writing: plain values are none to go by, so that it shows. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void whoeverIsFasterIsNotLost(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(kind, "faster")) {
            run(fixture, BackfillRules.of("READ_PLAIN", 1), true);
            String yaml = fixture.yaml(BackfillRules.of(null, 2, 1));
            try (ShardingDataSource sharded = BackfillRules.open(yaml);
                    Connection faster = sharded.getConnection();
                    Statement statement = faster.createStatement()) {
                List<String> nodes = sharded.dataNodes("t");
                Map<String, DataSource> sources = new HashMap<>();
                AtomicInteger written = new AtomicInteger();
                sharded.dataSources()
                        .forEach((name, source) -> sources.put(name, BeforeUpdates.of(source, () -> {
                            if (written.getAndIncrement() == 0) {
                                statement.execute("UPDATE t SET phone = 'new' WHERE id IN (12, 14)");
                                statement.execute("UPDATE t SET phone = NULL WHERE id = 16");
                                statement.execute("DELETE FROM t WHERE id = 18");
                            }
                        })));
                EncryptionBackfill backfill =
                        new EncryptionBackfill(BackfillRules.encryption(yaml), "t", new BackfillOptions());
                assertThat(backfill.run(sources, nodes).isComplete()).isTrue();
                assertThat(written.get()).isGreaterThan(80);
                assertThat(backfill.check(sources, nodes).isComplete()).isTrue();
                assertThat(count(sharded, "phone = 'new' AND id IN (12, 14)")).isEqualTo(2);
                assertThat(count(sharded, "phone IS NULL AND id = 16")).isEqualTo(1);
                assertThat(count(sharded, "id >= 10")).isEqualTo(79);
            }
        }
    }

    /** Two at a time, and both are done. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void severalMayRun(DatabaseKind kind) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Fixture<ShardingDataSource> fixture = filled(kind, "several")) {
            List<Future<BackfillResult>> both = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                both.add(threads.submit(() -> run(fixture, BackfillRules.of("READ_PLAIN", 1), true)));
            }
            long written = 0;
            for (Future<BackfillResult> each : both) {
                assertThat(each.get().isComplete()).isTrue();
                written += each.get().written();
            }
            assertThat(written).isEqualTo(90);
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void keysOfSeveralColumnsAreFollowed(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(kind, "composite");
                Connection connection = fixture.raw(0).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE c (a VARCHAR(20), b INT, phone VARCHAR(100), phone_cipher VARCHAR(200),"
                    + " phone_digest CHAR(64), PRIMARY KEY (a, b))");
            for (int i = 0; i < 60; i++) {
                statement.execute("INSERT INTO c (a, b, phone) VALUES ('k" + i % 5 + "', " + i + ", 'p" + i + "')");
            }
            EncryptionBackfill backfill = new EncryptionBackfill(
                    BackfillRules.encryption(fixture.yaml(BackfillRules.of("READ_PLAIN", 1))),
                    "t",
                    new BackfillOptions(7, 0, progress -> {}));
            assertThat(backfill.run(fixture.sharded().dataSources(), List.of("ds_0.C")))
                    .isEqualTo(new BackfillResult(60, 60, 0, 0, List.of(), false));
        }
    }

    @Test
    void whatCannotBeDoneIsRefusedBeforeARowIsTouched() throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(DatabaseKind.H2, "refused");
                Connection connection = fixture.raw(0).getConnection();
                Statement statement = connection.createStatement()) {
            String forms = " phone_cipher VARCHAR(200), phone_digest CHAR(64)";
            statement.execute("CREATE TABLE keyless (phone VARCHAR(9)," + forms + ")");
            statement.execute("CREATE TABLE number (id INT PRIMARY KEY, phone BIGINT," + forms + ")");
            statement.execute("CREATE TABLE without (id INT PRIMARY KEY, phone VARCHAR(9))");
            statement.execute("CREATE TABLE digest (phone VARCHAR(9)," + forms + ", PRIMARY KEY (phone_digest))");
            EncryptionBackfill backfill = new EncryptionBackfill(
                    BackfillRules.encryption(fixture.yaml(BackfillRules.of("READ_PLAIN", 1))),
                    "t",
                    new BackfillOptions());
            refuse(fixture, backfill, "ds_0.keyless", "it has no primary key");
            refuse(fixture, backfill, "ds_0.number", "column phone is no VARCHAR or TEXT");
            refuse(fixture, backfill, "ds_0.without", "it has no column phone_cipher: add it first");
            refuse(fixture, backfill, "ds_0.digest", "its primary key has an encrypted column");
            refuse(fixture, backfill, "ds_0.none", "there is no such table");
            refuse(fixture, backfill, "ds_9.t_0", "'ds_9.t_0' is none of its data nodes");
            assertThatThrownBy(() -> new EncryptionBackfill(
                            BackfillRules.encryption(fixture.yaml(BackfillRules.of(null, 1))),
                            "other",
                            new BackfillOptions()))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("the configuration has no encrypted column of it");
            assertThatThrownBy(() -> new BackfillOptions(0, 0, progress -> {}))
                    .hasMessageContaining("batchRows must be from 1");
        }
    }

    private static void refuse(
            Fixture<ShardingDataSource> fixture, EncryptionBackfill backfill, String dataNode, String why) {
        assertThatThrownBy(() -> backfill.run(fixture.sharded().dataSources(), List.of(dataNode)))
                .isInstanceOf(SQLException.class)
                .hasMessageStartingWith("SHD-")
                .hasMessageContaining(why);
    }
}
