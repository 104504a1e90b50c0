package org.shardingjdbc.governance.testkit.instances;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * An instance in a process of its own writes with sixteen threads, stands still or is cut off from the registry for
 * longer than it counts as alive, and meanwhile another one lets the keys of the table change places. When that change
 * is declared done, no row is acknowledged any more that lies where it lay before.
 */
@Timeout(300)
public abstract class SleepingInstances {
    private static final int SECONDS = 4;
    private static final ReconfigureOptions ALL = ReconfigureOptions.builder()
            .awaitInstances(Duration.ofSeconds(90))
            .rollBack()
            .build();
    private static final int ROWS = 300;

    private static final String CONFIGURATION = """
            mode:
              type: Cluster
              secretKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
              repository:
                type: %1$s
                props:
                  timeToLiveSeconds: %2$d
            %3$s
            dataSources:
              ds_0: {jdbcUrl: '%4$s', username: %5$s, password: %6$s, maximumPoolSize: 18}
            rules:
            - !SHARDING
              tables:
                t_moved:
                  actualDataNodes: ds_0.t_moved_${0..1}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: tables}}
              shardingAlgorithms:
                tables: {type: INLINE, props: {algorithm-expression: 't_moved_${(id + %7$d) %% 2}'}}
            """;

    @TempDir
    private Path folder;

    private final Map<Long, Integer> acknowledged = new ConcurrentHashMap<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
    /** Keys that lay elsewhere already when the last change was declared done. */
    private Set<Long> before = Set.of();

    /** The type of the repository. */
    protected abstract String type();

    /** Its props, a line each, for servers at these addresses, and with this namespace. */
    protected abstract List<String> props(String addresses, String namespace);

    /** Starts a registry of one server. */
    protected abstract RegistryServers start() throws Exception;

    /** What keeps an instance from the registry, and lets it back. */
    private interface Absence {
        void begin(Instance instance) throws Exception;

        void end(Instance instance) throws Exception;
    }

    @Test
    void whoStoodStillWritesByTheNewRules() throws Exception {
        absent("stopped", false, new Absence() {
            @Override
            public void begin(Instance instance) throws Exception {
                instance.signal("STOP");
            }

            @Override
            public void end(Instance instance) throws Exception {
                instance.signal("CONT");
            }
        });
    }

    @Test
    void whoIsCutOffWritesByTheNewRules() throws Exception {
        absent("cut", true, new Absence() {
            @Override
            public void begin(Instance instance) {
                instance.registry().down();
            }

            @Override
            public void end(Instance instance) {
                instance.registry().restore();
            }
        });
    }

    /** @param atOnce whether the change comes while it still counts as alive */
    private void absent(String name, boolean atOnce, Absence absence) throws Exception {
        String namespace = "sleeping_" + name;
        String url = server.createDatabase(namespace + "_" + type().toLowerCase(Locale.ROOT));
        run(
                url,
                "CREATE TABLE t_moved_0 (id BIGINT PRIMARY KEY, n INT)",
                "CREATE TABLE t_moved_1 (id BIGINT PRIMARY KEY, n INT)");
        try (RegistryServers registry = start()) {
            RegistryWay way = RegistryWay.to(registry.addresses());
            String direct = String.join(",", registry.addresses());
            try (Instance sleeper = new Instance(
                            WritingProcess.class,
                            Files.writeString(folder.resolve("sleeper.yaml"), yaml(way.addresses(), namespace, url, 0)),
                            folder.resolve("sleeper.log"),
                            way,
                            acknowledged,
                            wrong);
                    ShardingDataSource other =
                            ShardingDataSourceFactory.create(configuration(direct, namespace, url, 0))) {
                assertThat(sleeper.answer()).isEqualTo(InstanceProcess.READY);
                awaitRows();
                absence.begin(sleeper);
                if (!atOnce) {
                    TimeUnit.SECONDS.sleep(SECONDS + 2);
                }
                change(other, configuration(direct, namespace, url, 1), url, 1);
                TimeUnit.MILLISECONDS.sleep(500);
                absence.end(sleeper);
                awaitRows();
                assertNothingIsAstray(other, url, 1);
                // nobody is away: what is under way is waited for
                for (int places = 2; places < 6; places++) {
                    change(other, configuration(direct, namespace, url, places), url, places);
                    awaitRows();
                    assertNothingIsAstray(other, url, places);
                }
                sleeper.order("stop");
                assertThat(sleeper.answer()).isEqualTo(InstanceProcess.STOPPED);
                assertThat(sleeper.exit()).isZero();
                assertNothingIsAstray(other, url, 5);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private String yaml(String addresses, String namespace, String url, int places) {
        StringBuilder props = new StringBuilder();
        props(addresses, namespace)
                .forEach(line -> props.append("      ").append(line).append('\n'));
        return CONFIGURATION.formatted(type(), SECONDS, props, url, server.user(), server.password(), places);
    }

    private ShardingConfiguration configuration(String addresses, String namespace, String url, int places) {
        return YamlConfigurations.parse(yaml(addresses, namespace, url, places), "sleeping.yaml", PlaceholderType.NONE);
    }

    /** Changes the places, and looks what lay elsewhere at the moment when that was done. */
    private void change(ShardingDataSource by, ShardingConfiguration next, String url, int places)
            throws IOException, SQLException {
        long begin = System.nanoTime();
        by.reconfigure(next, ALL);
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        before = astray(url, places);
        System.out.println(type() + ": " + acknowledged.size() + " rows acknowledged; changed after " + took + " ms");
    }

    /** Keys of rows that lie where the table has them not. */
    private Set<Long> astray(String url, int places) throws SQLException {
        Set<Long> astray = new HashSet<>();
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 2; i++) {
                try (ResultSet rows = statement.executeQuery(
                        "SELECT id FROM t_moved_" + i + " WHERE (id + " + places + ") % 2 <> " + i)) {
                    while (rows.next()) {
                        astray.add(rows.getLong(1));
                    }
                }
            }
        }
        return astray;
    }

    private void run(String url, String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, server.user(), server.password());
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /** Waits until so many more rows were acknowledged. */
    private void awaitRows() throws InterruptedException {
        int wanted = acknowledged.size() + ROWS;
        long begin = System.nanoTime();
        while (acknowledged.size() < wanted) {
            assertThat(wrong).isEmpty();
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(120));
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private void assertNothingIsAstray(ShardingDataSource other, String url, int places) throws SQLException {
        Set<Long> later = Set.copyOf(acknowledged.keySet());
        Set<Long> lost = astray(url, places);
        lost.removeAll(before);
        lost.retainAll(later);
        assertThat(lost).isEmpty();
        try (Connection connection = other.getConnection();
                Statement statement = connection.createStatement()) {
            for (long key : later.stream()
                    .filter(each -> !before.contains(each))
                    .limit(ROWS)
                    .toList()) {
                try (ResultSet rows = statement.executeQuery("SELECT n FROM t_moved WHERE id = " + key)) {
                    assertThat(rows.next()).as("row %d", key).isTrue();
                    assertThat(rows.getInt(1)).isEqualTo((int) (key % 1_000));
                }
            }
        }
    }
}
