package org.shardingjdbc.feature.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** One of two servers is killed, or stopped so that it does not answer: it must not take all threads with it. */
class SickServerTest {
    private static final int THREADS = 8;
    private static TestServer sound;
    private static TestServer sick;

    private ShardingDataSource dataSource;

    @BeforeAll
    static void start() throws SQLException {
        sound = TestServer.of(DatabaseKind.POSTGRESQL);
        sick = TestServer.own(DatabaseKind.POSTGRESQL);
        create(sound, 0);
        create(sick, 1);
    }

    private static void create(TestServer server, int id) throws SQLException {
        server.createDatabase("guarded_" + id);
        try (Connection connection =
                        DriverManager.getConnection(server.jdbcUrl("guarded_" + id), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT PRIMARY KEY, v INT)");
            statement.execute("INSERT INTO t VALUES (" + id + ", 7)");
        }
    }

    @AfterAll
    static void end() {
        sick.end();
    }

    @BeforeEach
    void open() throws SQLException {
        String yaml = """
                dataSources:
                  ds_0: {jdbcUrl: '%s', username: '%s', password: '%s', connectionTimeout: 500, maximumPoolSize: 10}
                  ds_1: {jdbcUrl: '%s', username: '%s', password: '%s', connectionTimeout: 500, maximumPoolSize: 10}
                rules:
                - !SHARDING
                  tables:
                    t:
                      actualDataNodes: ds_${0..1}.t
                      databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                  shardingAlgorithms:
                    by_id: {type: INLINE, props: {algorithm-expression: 'ds_${id %% 2}'}}
                - !LIMITS
                  limits:
                    time: {maxSeconds: 3}
                  everyDataSource: {maxConcurrent: 2, maxWaitMilliseconds: 10, failures: 3, retryMilliseconds: 500}
                """.formatted(
                        sound.jdbcUrl("guarded_0"),
                        sound.user(),
                        sound.password(),
                        sick.jdbcUrl("guarded_1"),
                        sick.user(),
                        sick.password());
        dataSource = ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    @AfterEach
    void close() throws SQLException {
        dataSource.close();
    }

    @Test
    void aKilledServerIsLeftAloneAndFoundAgain() throws Exception {
        assertThat(read(1)).isEqualTo(7);
        sick.kill();
        try {
            assertThatThrownBy(() -> count("SELECT v FROM t")).isInstanceOf(SQLException.class);
            assertThat(count("/* SHARDING_HINT: PARTIAL_ANSWERS=true */ SELECT v FROM t"))
                    .isEqualTo(1);
            refusedAtLast();
            assertThat(count("/* SHARDING_HINT: PARTIAL_ANSWERS=true */ SELECT v FROM t"))
                    .isEqualTo(1);
            assertThat(read(0)).isEqualTo(7);
        } finally {
            sick.restart();
        }
        answersAgain();
    }

    @Test
    void aStoppedServerTakesAsManyThreadsAsItsLimitAllows() throws Exception {
        assertThat(read(1)).isEqualTo(7);
        ProcessHandle postmaster = postmaster();
        signal("STOP", postmaster);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<String>> outcomes = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                outcomes.add(threads.submit(() -> {
                    try {
                        return "answered " + read(1);
                    } catch (SQLException e) {
                        return e.getMessage();
                    }
                }));
            }
            int waited = 0;
            for (Future<String> outcome : outcomes) {
                String text = outcome.get(60, TimeUnit.SECONDS);
                assertThat(text).doesNotContain("answered");
                waited += text.contains("SHD-5010") || text.contains("SHD-5009") ? 0 : 1;
            }
            assertThat(waited).isBetween(1, 2);
            refusedAtLast();
            assertThat(read(0)).isEqualTo(7);
            assertThatThrownBy(() -> count("SELECT v FROM t")).hasMessageContaining("SHD-5009: Data source ds_1");
        } finally {
            signal("CONT", postmaster);
            threads.shutdownNow();
        }
        answersAgain();
        assertThat(count("SELECT v FROM t")).isEqualTo(2);
    }

    /** Tries until statements are refused at once. */
    private void refusedAtLast() {
        String last = "";
        for (int i = 0; i < 50 && !last.contains("SHD-5009"); i++) {
            try {
                last = "answered " + read(1);
            } catch (SQLException e) {
                last = e.getMessage();
                if (last.contains("SHD-5009")) {
                    assertThat(e.getClass()).isEqualTo(SQLTransientConnectionException.class);
                }
            }
        }
        assertThat(last).contains("SHD-5009: Data source ds_1 failed several times on end");
    }

    private void answersAgain() throws Exception {
        SQLException last = null;
        for (int i = 0; i < 200; i++) {
            try {
                assertThat(read(1)).isEqualTo(7);
                return;
            } catch (SQLException e) {
                last = e;
                Thread.sleep(100);
            }
        }
        throw new AssertionError("it does not answer again", last);
    }

    /** The process of the sick server whose children serve its connections. */
    private static ProcessHandle postmaster() throws SQLException, IOException {
        try (Connection connection =
                        DriverManager.getConnection(sick.jdbcUrl("guarded_1"), sick.user(), sick.password());
                Statement statement = connection.createStatement();
                ResultSet folder = statement.executeQuery("SHOW data_directory")) {
            assertThat(folder.next()).isTrue();
            Path file = Path.of(folder.getString(1), "postmaster.pid");
            long pid = Long.parseLong(Files.readAllLines(file).get(0).trim());
            return ProcessHandle.of(pid).orElseThrow();
        }
    }

    /** Signals first the process that makes others, so that there is none that was not seen. */
    private static void signal(String name, ProcessHandle postmaster) throws IOException, InterruptedException {
        kill(name, List.of(postmaster));
        kill(name, postmaster.descendants().toList());
    }

    private static void kill(String signal, List<ProcessHandle> processes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(process -> command.add(String.valueOf(process.pid())));
        new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    private int read(int id) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT v FROM t WHERE id = ?")) {
            select.setInt(1, id);
            try (ResultSet rows = select.executeQuery()) {
                assertThat(rows.next()).isTrue();
                return rows.getInt(1);
            }
        }
    }

    private int count(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        }
    }
}
