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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * Three instances in processes of their own write into the table that their configuration names, and hand over from one
 * configuration to the next, all at once. The first handovers are undisturbed, and no statement fails. Amid those that
 * follow, whoever changes is killed, others are killed, stand still, or lose the registry. What is acknowledged is
 * there; no row is in the next table before what was done in between, and none that is acknowledged came into the one
 * of before afterwards.
 *
 * <p>{@code -Dhandovers.rounds=100} is a longer run; {@code -Dhandovers.seed} repeats one.
 */
@Timeout(3_600)
public abstract class HandoversUnderLoad {
    private static final int ROUNDS = Integer.getInteger("handovers.rounds", 2);
    private static final int UNDISTURBED = 3;
    private static final long SEED = Long.getLong("handovers.seed", System.nanoTime());
    private static final int COUNT = 3;
    /** How long an instance counts as alive that is not heard. */
    private static final int SECONDS = 4;

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
              ds_0: {jdbcUrl: '%4$s', username: %5$s, password: %6$s, maximumPoolSize: 8}
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_0.t_order_%7$d
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: one}}
              shardingAlgorithms:
                one: {type: INLINE, props: {algorithm-expression: 't_order_%7$d'}}
            """;

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private final Map<Long, Integer> acknowledged = new ConcurrentHashMap<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final List<Instance> instances = new ArrayList<>();
    private final TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
    private final String url = server.createDatabase("handovers_" + type().toLowerCase(Locale.ROOT));
    /** Tables up to which no process stood still or was cut off, so that nothing can be late in them. */
    private int undisturbed;

    private int files;

    /** What happens while all hand over. */
    private enum Event {
        CHANGER_DIES,
        OTHER_STANDS_STILL,
        OTHER_DIES,
        CHANGER_STANDS_STILL,
        OTHER_IS_CUT_OFF,
        REGISTRY_RESTARTS
    }

    /** The type of the repository. */
    protected abstract String type();

    /** Its props, a line each, for servers at these addresses. */
    protected abstract List<String> props(String addresses, String namespace);

    /** Starts a registry of one server. */
    protected abstract RegistryServers start() throws Exception;

    /** Whether its server can be started anew. */
    protected boolean mayRestart() {
        return true;
    }

    @Test
    void noTwoStatementsOverlap() throws Exception {
        System.out.println("handovers.seed=" + SEED);
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (int i = 0; i <= UNDISTURBED + ROUNDS + 1; i++) {
                statement.execute("CREATE TABLE t_order_" + i + " (id BIGINT PRIMARY KEY, n INT)");
            }
        }
        int table = 0;
        try (RegistryServers registry = start()) {
            try {
                for (int i = 0; i < COUNT; i++) {
                    instances.add(started(registry));
                }
                table = handOverUndisturbed();
                table = handOverAmidEvents(registry, table);
                for (Instance each : instances) {
                    each.order("stop");
                    assertThat(each.answer()).isEqualTo(InstanceProcess.STOPPED);
                    assertThat(each.exit()).isZero();
                }
            } finally {
                instances.forEach(Instance::close);
            }
        }
        assertThat(wrong).isEmpty();
        assertNothingIsLate(table);
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url, server.user(), server.password());
    }

    private Instance started(RegistryServers registry) throws Exception {
        RegistryWay way = RegistryWay.to(registry.addresses());
        Instance instance = new Instance(
                HandoverProcess.class,
                configuration(way, 0),
                folder.resolve("instances.log"),
                way,
                acknowledged,
                wrong,
                url,
                server.user(),
                server.password());
        assertThat(instance.answer())
                .as(() -> log(folder.resolve("instances.log")))
                .isEqualTo(InstanceProcess.READY);
        return instance;
    }

    private static String log(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    private Path configuration(RegistryWay way, int table) throws IOException {
        StringBuilder props = new StringBuilder();
        props(way.addresses(), "handovers")
                .forEach(line -> props.append("      ").append(line).append('\n'));
        return Files.writeString(
                folder.resolve("configuration_" + files++ + ".yaml"),
                CONFIGURATION.formatted(type(), SECONDS, props, url, server.user(), server.password(), table));
    }

    private String handOver(Instance by, int from, int millisInBetween) throws Exception {
        by.order("change " + configuration(by.registry(), from + 1) + " " + from + " " + millisInBetween);
        return by.answer();
    }

    private int handOverUndisturbed() throws Exception {
        awaitRows();
        answers("waits");
        int table = 0;
        for (; table < UNDISTURBED; table++) {
            String answer = handOver(instances.get(table % COUNT), table, 0);
            assertThat(answer).startsWith(InstanceProcess.CHANGED);
            awaitRows();
            List<String> waits = answers("waits");
            System.out.println(
                    type() + ": " + answer + " ms; statements, 99.9th percentile and longest in us: " + waits);
            assertThat(waits).allMatch(each -> each.endsWith(" errors 0"));
        }
        undisturbed = table;
        return table;
    }

    private List<String> answers(String order) throws InterruptedException {
        List<String> answers = new ArrayList<>();
        for (Instance each : instances) {
            each.order(order);
            answers.add(each.answer());
        }
        return answers;
    }

    /** Waits until so many more rows were acknowledged. */
    private void awaitRows() throws InterruptedException {
        int wanted = acknowledged.size() + 300;
        long begin = System.nanoTime();
        while (acknowledged.size() < wanted) {
            assertThat(wrong).isEmpty();
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(60));
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private int handOverAmidEvents(RegistryServers registry, int first) throws Exception {
        Event[] events = Event.values();
        int table = first;
        Map<Event, Integer> happened = new TreeMap<>();
        for (int round = 0; round < ROUNDS; round++) {
            Event event = events[(round < events.length ? round : random.nextInt(events.length))];
            if (event == Event.REGISTRY_RESTARTS && !mayRestart()) {
                event = Event.CHANGER_DIES;
            }
            happened.merge(event, 1, Integer::sum);
            Instance changer = instances.get(random.nextInt(COUNT));
            Instance other = instances.get((instances.indexOf(changer) + 1 + random.nextInt(COUNT - 1)) % COUNT);
            changer.order(
                    "change " + configuration(changer.registry(), table + 1) + " " + table + " " + random.nextInt(150));
            TimeUnit.MILLISECONDS.sleep(random.nextInt(250));
            happen(event, changer, other, registry);
            String answer = event == Event.CHANGER_DIES ? "" : changer.answer();
            if (event == Event.CHANGER_DIES) {
                instances.set(instances.indexOf(changer), started(registry));
            } else if (event == Event.OTHER_DIES) {
                instances.set(instances.indexOf(other), started(registry));
            }
            long begin = System.nanoTime();
            Instance resolving = instances.get(random.nextInt(COUNT));
            resolving.order("resolve");
            String resolved = resolving.answer();
            table = agreed(table);
            awaitRows();
            System.out.println(event + ": " + answer + "; " + resolved + ", all on table " + table + " after "
                    + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin) + " ms; " + answers("waits"));
        }
        System.out.println(type() + ": " + happened);
        return table;
    }

    private void happen(Event event, Instance changer, Instance other, RegistryServers registry) throws Exception {
        switch (event) {
            case CHANGER_DIES -> changer.kill();
            case OTHER_DIES -> other.kill();
            case CHANGER_STANDS_STILL -> standStill(changer);
            case OTHER_STANDS_STILL -> standStill(other);
            case OTHER_IS_CUT_OFF -> {
                other.registry().down();
                TimeUnit.SECONDS.sleep(SECONDS + 2L);
                other.registry().restore();
            }
            default -> {
                registry.kill(0);
                TimeUnit.MILLISECONDS.sleep(random.nextInt(1_000));
                registry.restart(0);
            }
        }
    }

    private static void standStill(Instance victim) throws Exception {
        victim.signal("STOP");
        TimeUnit.SECONDS.sleep(SECONDS + 2L);
        victim.signal("CONT");
    }

    /** The table of all instances, which is that one or the next. */
    private int agreed(int table) throws InterruptedException {
        long begin = System.nanoTime();
        while (true) {
            Set<String> states = new HashSet<>(answers("state"));
            if (states.size() == 1) {
                String state = states.iterator().next();
                int now = Integer.parseInt(state.substring(state.lastIndexOf('_') + 1));
                assertThat(now).isBetween(table, table + 1);
                return now;
            }
            assertThat(System.nanoTime() - begin).as("%s", states).isLessThan(TimeUnit.SECONDS.toNanos(60));
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private void assertNothingIsLate(int last) throws SQLException {
        Map<Long, Integer> rows = new HashMap<>();
        Set<Long> late = new HashSet<>();
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (int table = 0; table <= last + 1; table++) {
                try (ResultSet row = statement.executeQuery("SELECT id, n FROM t_order_" + table)) {
                    while (row.next()) {
                        assertThat(rows.put(row.getLong(1), row.getInt(2))).isNull();
                    }
                }
            }
            for (int table = 0; table < last; table++) {
                try (ResultSet row = statement.executeQuery(
                        "SELECT id FROM t_order_" + table + " WHERE id NOT IN (SELECT id FROM kept_" + table + ")")) {
                    while (row.next()) {
                        assertThat(table).isGreaterThanOrEqualTo(undisturbed);
                        late.add(row.getLong(1));
                    }
                }
            }
        }
        System.out.println(type() + ": " + acknowledged.size() + " rows acknowledged, " + rows.size() + " there, "
                + late.size() + " late by who stood still, and not acknowledged");
        late.retainAll(acknowledged.keySet());
        assertThat(late).isEmpty();
        assertThat(acknowledged).isNotEmpty();
        assertThat(rows).containsAllEntriesOf(acknowledged);
    }
}
