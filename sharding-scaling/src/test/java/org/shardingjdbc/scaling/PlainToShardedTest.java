package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.testkit.TestServer;

/** A plain table of one database becomes one that is sharded over two, while it is written. */
class PlainToShardedTest {
    private static final int ROWS = 12_000;
    private static final int WRITERS = 3;
    private static final String SOURCES = """
            dataSources:
              ds_0: &pool {jdbcUrl: '%s', username: %s, password: %s, maximumPoolSize: 8}
              ds_1: {<<: *pool, jdbcUrl: '%s'}
            rules:
            - !SINGLE
              tables: ["*.*"]
            """;
    private static final String SHARDING = """
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: databases}}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: tables}}
              shardingAlgorithms:
                databases: {type: INLINE, props: {algorithm-expression: 'ds_${user_id % 2}'}}
                tables: {type: INLINE, props: {algorithm-expression: 't_order_${order_id % 2}'}}
            """;

    private final TestServer server = FollowedServer.server();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    /** What was acknowledged: the amount by the key, -1 for a row that was deleted. */
    private final Map<Long, Integer> ledger = new ConcurrentHashMap<>();

    private String first;
    private String second;

    @BeforeEach
    void makeTable() throws SQLException {
        first = server.createDatabase("plain_0");
        second = server.createDatabase("plain_1");
        execute(first, """
                CREATE TABLE t_order (
                  order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, amount INT NOT NULL CHECK (amount >= 0),
                  note TEXT COLLATE "C" DEFAULT 'none', price NUMERIC(12, 3), paid TIMESTAMPTZ, day DATE,
                  tags TEXT[], body JSONB, picture BYTEA, twice INT GENERATED ALWAYS AS (amount * 2) STORED,
                  number VARCHAR(40) UNIQUE)""");
        execute(first, "CREATE INDEX t_order_user ON t_order (user_id) WHERE amount > 0");
        execute(first, "COMMENT ON COLUMN t_order.note IS 'what''s said'");
        execute(first, """
                INSERT INTO t_order (order_id, user_id, amount, note, price, paid, day, tags, body, picture, number)
                SELECT i, i %% 97, i %% 1000, CASE i %% 5 WHEN 0 THEN NULL WHEN 1 THEN E'a\\tb\\n\\\\c' WHEN 2 THEN '' ELSE 'ü€' || i END,
                  i / 7.0, '2026-01-01 12:00+02'::timestamptz + i * interval '1 minute', '2026-01-01'::date + i %% 400,
                  ARRAY['x', NULL, 'y,"z"'], '{"a": [1, null]}', decode(md5(i::text), 'hex'), 'n' || i
                FROM generate_series(1, %d) AS i""".formatted(ROWS));
        for (long i = 1; i <= ROWS; i++) {
            ledger.put(i, (int) (i % 1000));
        }
    }

    private void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private ShardingConfiguration configuration(String more) {
        String text = SOURCES.formatted(first, server.user(), server.password(), second) + more;
        return YamlConfigurations.parse(text, "scaling.yaml", PlaceholderType.NONE);
    }

    @Test
    void everyAcknowledgedWriteIsThereOnce() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""))) {
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int number = i;
                Thread writer = new Thread(() -> write(dataSource, number, ended), "writer-" + i);
                writers.add(writer);
                writer.start();
            }
            try (ScalingJob job = ScalingJob.of(dataSource, "grow", configuration(SHARDING), List.of("t_order"))) {
                ScalingPlan plan = job.plan();
                assertThat(plan.obstacles()).isEmpty();
                plan.statements().forEach(System.out::println);
                job.start();
                job.awaitFollowing(Duration.ofSeconds(60));
                System.out.println(job.progress());
                System.out.println(job.check() + " rows are alike");
                Duration waited = job.switchOver(Duration.ofSeconds(5));
                System.out.println("waited " + waited.toMillis() + " ms");
                TimeUnit.MILLISECONDS.sleep(300);
                ended.set(true);
                for (Thread writer : writers) {
                    writer.join();
                }
                assertThat(wrong).isEmpty();
                assertRows(dataSource);
                assertThat(dataSource.dataNodes("t_order")).hasSize(4);
                job.complete();
            } finally {
                ended.set(true);
            }
            assertNothingIsLeft();
        }
    }

    /** New rows, other amounts, another user (and so another data source), rows that go; several in a transaction. */
    private void write(ShardingDataSource dataSource, int number, AtomicBoolean ended) {
        SplittableRandom random = new SplittableRandom(number);
        long next = 1_000_000L * (number + 1);
        while (!ended.get()) {
            // of each writer its own
            long old = random.nextLong(ROWS / WRITERS) * WRITERS + number + 1;
            int amount = random.nextInt(100_000);
            try (Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                int kind = random.nextInt(4);
                if (kind == 0) {
                    insert(connection, next, random.nextInt(50), amount);
                } else if (kind == 1) {
                    update(connection, "UPDATE t_order SET amount = ? WHERE order_id = ?", amount, old);
                } else if (kind == 2) {
                    insert(connection, next, random.nextInt(50), amount);
                    update(connection, "UPDATE t_order SET amount = ? WHERE order_id = ?", amount, old);
                } else {
                    update(connection, "DELETE FROM t_order WHERE amount >= ? AND order_id = ?", 0, old);
                }
                connection.commit();
                if (kind == 0 || kind == 2) {
                    ledger.put(next, amount);
                }
                if (kind == 1 || kind == 2) {
                    ledger.computeIfPresent(old, (key, before) -> before < 0 ? before : amount);
                }
                if (kind == 3) {
                    ledger.put(old, -1);
                }
                next++;
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (SQLException e) {
                wrong.add(e.toString());
                return;
            }
        }
    }

    private static void insert(Connection connection, long key, int user, int amount) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO t_order (order_id, user_id, amount, number) VALUES (?, ?, ?, ?)")) {
            insert.setLong(1, key);
            insert.setInt(2, user);
            insert.setInt(3, amount);
            insert.setString(4, "n" + key);
            insert.executeUpdate();
        }
    }

    private static void update(Connection connection, String sql, int amount, long key) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            update.setInt(1, amount);
            update.setLong(2, key);
            update.executeUpdate();
        }
    }

    private void assertRows(ShardingDataSource dataSource) throws SQLException {
        Map<Long, Integer> rows = new ConcurrentHashMap<>();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT order_id, amount, twice FROM t_order")) {
            while (found.next()) {
                assertThat(rows.put(found.getLong(1), found.getInt(2))).isNull();
                assertThat(found.getInt(3)).isEqualTo(2 * found.getInt(2));
            }
        }
        Map<Long, Integer> expected = new ConcurrentHashMap<>(ledger);
        expected.values().removeIf(amount -> amount < 0);
        assertThat(rows).isEqualTo(expected);
    }

    private void assertNothingIsLeft() throws SQLException {
        for (String url : List.of(first, second)) {
            try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                    Statement statement = connection.createStatement()) {
                for (String sql : List.of(
                        "SELECT slot_name FROM pg_replication_slots",
                        "SELECT pubname FROM pg_publication",
                        "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 't\\_order\\__'")) {
                    try (ResultSet rows = statement.executeQuery(sql)) {
                        assertThat(rows.next()).as(sql).isFalse();
                    }
                }
            }
        }
    }

    @Test
    void aJobThatIsGivenUpLeavesAllAsItWas() throws Exception {
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(""))) {
            try (ScalingJob job = ScalingJob.of(dataSource, "grow", configuration(SHARDING), List.of("t_order"))) {
                job.start();
                job.awaitFollowing(Duration.ofSeconds(60));
            }
            try (ScalingJob again = ScalingJob.of(dataSource, "grow", configuration(SHARDING), List.of("t_order"))) {
                assertThat(again.progress().phase()).isEqualTo(ScalingPhase.FOLLOWING);
                assertThatThrownBy(again::complete).hasMessageContaining("SHD-8002");
                again.start();
                again.awaitFollowing(Duration.ofSeconds(60));
                assertThat(again.check()).isEqualTo(ROWS);
                again.cancel();
            }
            assertRows(dataSource);
            try (Connection connection = DriverManager.getConnection(first, server.user(), server.password());
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT relreplident, (SELECT count(*) FROM pg_replication_slots), (SELECT count(*) FROM pg_tables WHERE schemaname = 'public') FROM pg_class WHERE relname = 't_order'")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getString(1)).isEqualTo("d");
                assertThat(row.getInt(2)).isZero();
                assertThat(row.getInt(3)).isEqualTo(1);
            }
        }
    }
}
