package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.scaling.ScalingInstances.Instance;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * A table grows from one database to two with two tables each, back and forth again, and to four with four each, while
 * three processes write to all of its rows, over data nodes and by two-phase commit, too. By night it has a million
 * rows ({@code -Dscaling.rows=1000000 -Dscaling.writers=8}).
 */
class GrowingTableTest {
    private static final int ROWS = Integer.getInteger("scaling.rows", 3_000);
    private static final int WRITERS = Integer.getInteger("scaling.writers", 3);
    private static final boolean MANY = Integer.getInteger("scaling.rows") != null;
    /** A server and a kind of transactions, as MYSQL XA, for one of them alone. */
    private static final String ONLY = System.getProperty("scaling.only", "");

    /** Many rows are copied as fast as they can be: their writers leave no processor to anybody. */
    private static final int SLOWDOWN = MANY ? 0 : 30;

    private static final int INSTANCES = 3;
    private static final int DATABASES = 4;
    private static final int BATCH = 5_000;

    private static final String YAML = """
            mode:
              type: Cluster
              secretKey: AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
              repository:
                type: JDBC
                props: {jdbc_url: '%s', username: %s, password: '%s', pollIntervalMilliseconds: 100, timeToLiveSeconds: 10}
            props: {distsql-allowed: all, scaling-slowdown-percent: %d}
            transaction: {defaultType: %s}
            dataSources:
            """;
    private static final String SOURCE =
            "  ds_%d: {jdbcUrl: '%s', username: %s, password: '%s', maximumPoolSize: 12}\n";
    private static final String LAYOUT =
            " (DATANODES('ds_${0..%1$d}.t_order_%2$s${0..%1$d}'), DATABASE_STRATEGY(TYPE='standard', SHARDING_COLUMN=user_id,"
                    + " SHARDING_ALGORITHM(TYPE(NAME='INLINE', PROPERTIES('algorithm-expression'='ds_${user_id %% %3$d}')))),"
                    + " TABLE_STRATEGY(TYPE='standard', SHARDING_COLUMN=order_id, SHARDING_ALGORITHM(TYPE(NAME='INLINE',"
                    + " PROPERTIES('algorithm-expression'='t_order_%2$s${order_id %% %3$d}')))))";

    private TestServer server = TestServer.of(DatabaseKind.H2);
    private final List<String> urls = new ArrayList<>();
    private Path yaml = Path.of("");

    static Stream<Arguments> servers() {
        List<Arguments> all = List.of(
                Arguments.of(DatabaseKind.MYSQL, "XA"),
                Arguments.of(DatabaseKind.MYSQL, "LOCAL"),
                Arguments.of(DatabaseKind.MARIADB, "XA"),
                Arguments.of(DatabaseKind.MARIADB, "LOCAL"),
                Arguments.of(DatabaseKind.POSTGRESQL, "XA"),
                Arguments.of(DatabaseKind.POSTGRESQL, "LOCAL"));
        return all.stream()
                .filter(each -> ONLY.isEmpty() || ONLY.equals(each.get()[0] + " " + each.get()[1]))
                .limit(MANY ? all.size() : 1);
    }

    private static TestServer serverOf(DatabaseKind kind) {
        return switch (kind) {
            case MYSQL -> BinlogServer.MYSQL.server();
            case MARIADB -> BinlogServer.MARIADB.server();
            default -> TestServer.own(kind);
        };
    }

    private void makeTable(Path folder, String transactions) throws Exception {
        String registry = server.createDatabase("growing_registry");
        StringBuilder text =
                new StringBuilder(YAML.formatted(registry, server.user(), server.password(), SLOWDOWN, transactions));
        for (int i = 0; i < DATABASES; i++) {
            urls.add(server.createDatabase("growing_" + i));
            text.append(SOURCE.formatted(i, urls.get(i), server.user(), server.password()));
        }
        yaml = folder.resolve("instance.yaml");
        Files.writeString(yaml, text);
        try (Connection connection = DriverManager.getConnection(urls.get(1), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL, amount INT NOT NULL)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t_order VALUES (?, ?, ?)")) {
                for (int key = 1; key <= ROWS; key++) {
                    insert.setLong(1, key);
                    insert.setInt(2, key % 97);
                    insert.setInt(3, key % 1000);
                    insert.addBatch();
                    if (key % BATCH == 0 || key == ROWS) {
                        insert.executeBatch();
                    }
                }
            }
            connection.commit();
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void growsTwiceWhileItIsWritten(DatabaseKind kind, String transactions, @TempDir Path folder) throws Exception {
        server = serverOf(kind);
        makeTable(folder, transactions);
        try (ScalingInstances instances = new ScalingInstances()) {
            for (long key = 1; key <= ROWS; key++) {
                instances.put(key, (int) (key % 97), (int) (key % 1000));
            }
            List<Instance> all = new ArrayList<>();
            for (int i = 1; i <= INSTANCES; i++) {
                all.add(instances.start(yaml, i, folder.resolve("log")));
            }
            String what = kind + ", " + transactions + ": ";
            Instance driver = all.get(0);
            String migrate = "MIGRATE TABLE ds_1.t_order INTO t_order" + LAYOUT.formatted(1, "", 2);
            obeyed(driver, migrate);
            for (Instance each : all) {
                each.order("write %d %d %d".formatted(WRITERS, ROWS, INSTANCES));
            }
            follow(what, driver);
            step(what + "switch", all, "SWITCH MIGRATION 't_order_1'");
            step(what + "reverse", all, "REVERSE MIGRATION 't_order_1'");
            obeyed(driver, "ROLLBACK MIGRATION 't_order_1'");
            obeyed(driver, migrate);
            follow(what, driver);
            step(what + "switch", all, "SWITCH MIGRATION 't_order_1'");
            obeyed(driver, "COMMIT MIGRATION 't_order_1'");
            Instance next = all.get(1);
            obeyed(next, "RESHARD TABLE t_order" + LAYOUT.formatted(3, "v2_", 4));
            follow(what, next);
            step(what + "switch", List.of(next, driver, all.get(2)), "SWITCH MIGRATION 't_order_1'");
            obeyed(next, "COMMIT MIGRATION 't_order_1'");
            for (Instance each : all) {
                each.ask("quiet");
            }
            assertThat(instances.wrong()).isEmpty();
            assertThat(instances.refused()).isZero();
            instances.assertFound(found(driver, folder.resolve("rows")));
        } finally {
            if (kind == DatabaseKind.POSTGRESQL) {
                server.end();
            }
        }
    }

    private static void follow(String what, Instance driver) throws Exception {
        long begin = System.nanoTime();
        driver.awaitStatus("t_order_1", "FOLLOWING");
        System.out.println(what + "follows after " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin) + " ms");
    }

    private static void obeyed(Instance instance, String sql) throws Exception {
        assertThat(instance.ask("do " + sql)).as(sql).isEqualTo("done");
    }

    /**
     * By the first of the instances, where a switch compares every row before it; says what all their writers waited
     * meanwhile.
     */
    private static void step(String what, List<Instance> all, String sql) throws Exception {
        waits(all);
        long begin = System.nanoTime();
        obeyed(all.get(0), sql);
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        TimeUnit.MILLISECONDS.sleep(500);
        System.out.println(what + " took " + took + " ms; " + waits(all));
    }

    private static Waits waits(List<Instance> all) throws Exception {
        Waits waits = new Waits(0, List.of());
        for (Instance each : all) {
            waits = waits.with(Waits.of(each.ask("waits")));
        }
        return waits;
    }

    private static Map<Long, List<String>> found(Instance instance, Path file) throws Exception {
        assertThat(instance.ask("rows " + file)).isEqualTo("done");
        Map<Long, List<String>> found = new HashMap<>();
        try (Stream<String> lines = Files.lines(file)) {
            lines.map(line -> line.split(" "))
                    .forEach(row -> assertThat(found.put(Long.valueOf(row[0]), List.of(row[1], row[2])))
                            .as(row[0])
                            .isNull());
        }
        return found;
    }
}
