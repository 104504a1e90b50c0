package org.shardingjdbc.governance.testkit.instances;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
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
 * Instances in processes of their own, with one registry and two databases of PostgreSQL. While they sell, their rules
 * change, two at once at times, their connections to the registry are cut and their sessions end, the registry is
 * started anew, they stand still, and some are killed. No answer is wrong, no acknowledged row is lost, no key is made
 * twice, and afterwards all run on the last version.
 *
 * <p>{@code -Dinstances.changes=200 -Dinstances.count=5} is a longer run; {@code -Dinstances.seed} repeats one. With
 * {@code -Dinstances.ensemble=3} the registry has three servers, which are killed and started again, one or two at
 * once.
 */
@Timeout(3_600)
public abstract class InstancesUnderLoad {
    private static final int CHANGES = Integer.getInteger("instances.changes", 12);
    private static final int COUNT = Integer.getInteger("instances.count", 3);
    /** How many servers the registry has. */
    private static final int MEMBERS = Integer.getInteger("instances.ensemble", 1);

    private static final long SEED = Long.getLong("instances.seed", System.nanoTime());
    /** After which the registry ends the session of an instance that it does not hear. */
    private static final int SESSION_SECONDS = 4;
    /** What all instances have to take over the last version, of which each hears at once where a processor is free. */
    private static final long TAKEN_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int NODES = 7;
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

    private static final String CONFIGURATION = """
            mode:
              type: Cluster
              secretKey: %1$s
              repository:
                type: %12$s
                props:
                  namespace: instances
                  server-lists: %2$s
                  timeToLiveSeconds: %3$d%13$s
            dataSources:
              ds_0: &pool
                jdbcUrl: '%4$s'
                username: %6$s
                password: %7$s
                maximumPoolSize: %8$d
              ds_1:
                <<: *pool
                jdbcUrl: '%5$s'
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                  databaseStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: databases}}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: tables}}
                  keyGenerateStrategy: {column: order_id, keyGeneratorName: snowflake}
                %9$s:
                  actualDataNodes: ds_0.%9$s_${0..%10$d}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: changing}}
              shardingAlgorithms:
                databases: {type: INLINE, props: {algorithm-expression: 'ds_${order_id %% 2}'}}
                tables: {type: INLINE, props: {algorithm-expression: 't_order_${order_id.intdiv(2) %% 2}'}}
                changing: {type: INLINE, props: {algorithm-expression: '%9$s_${id %% %11$d}'}}
              keyGenerators:
                snowflake: {type: SNOWFLAKE}
            """;

    @TempDir
    private Path folder;

    private final Random random = new Random(SEED);
    private final Map<Long, Integer> sold = new ConcurrentHashMap<>();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final List<Instance> instances = new ArrayList<>();
    private final TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
    private final List<String> urls =
            List.of(server.createDatabase("instances_0"), server.createDatabase("instances_1"));
    private RegistryServers registryServers;
    /** How often so many servers of the registry were killed at once. */
    private final Map<Integer, Integer> failures = new TreeMap<>();

    private int files;

    /** What may happen between two changes. */
    private enum Event {
        KILL,
        CUT,
        SESSION_ENDS,
        STANDS_STILL,
        REGISTRY_RESTARTS
    }

    /** The type of the repository. */
    protected abstract String type();

    /** Its props, beyond namespace, servers and time to live. */
    protected abstract Map<String, String> props();

    /** Starts a registry of so many servers. */
    protected abstract RegistryServers start(int members) throws Exception;

    private String moreProps() {
        StringBuilder more = new StringBuilder();
        props().forEach((name, value) ->
                more.append("\n      ").append(name).append(": ").append(value));
        return more.toString();
    }

    @Test
    void nothingIsWrongWhateverHappens() throws Exception {
        System.out.println("instances.seed=" + SEED);
        for (String url : urls) {
            try (Connection connection = connect(url);
                    Statement statement = connection.createStatement()) {
                for (int i = 0; i < 2; i++) {
                    statement.execute("CREATE TABLE t_order_" + i
                            + " (order_id BIGINT PRIMARY KEY, owner BIGINT NOT NULL, amount INT NOT NULL)");
                }
            }
        }
        try (RegistryServers started = start(MEMBERS)) {
            registryServers = started;
            try {
                for (int i = 0; i < COUNT; i++) {
                    instances.add(start());
                    awaitReady(instances.get(i));
                }
                changeAmidEvents();
                awaitPeace();
                agreeOnTheLastVersion();
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
        assertNothingIsLost();
    }

    private Connection connect(String url) throws SQLException {
        return DriverManager.getConnection(url, server.user(), server.password());
    }

    private Instance start() throws IOException {
        RegistryWay registry = RegistryWay.to(registryServers.addresses());
        return new Instance(InstanceProcess.class, configuration(registry, 1), log(), registry, sold, wrong);
    }

    private void awaitReady(Instance started) throws Exception {
        String answer = started.answer();
        assertThat(answer).as(this::logged).isEqualTo(InstanceProcess.READY);
    }

    /** What all instances said besides their answers. */
    private Path log() {
        return folder.resolve("instances.log");
    }

    private String logged() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of a change that gives a table so many nodes, and pools another size. */
    private Path configuration(RegistryWay registry, int nodes) throws IOException {
        String yaml = CONFIGURATION.formatted(
                KEY,
                registry.addresses(),
                SESSION_SECONDS,
                urls.get(0),
                urls.get(1),
                server.user(),
                server.password(),
                3 + nodes % 2,
                InstanceProcess.CHANGING_TABLE,
                nodes - 1,
                nodes,
                type(),
                moreProps());
        return Files.writeString(folder.resolve("sharding_" + files++ + ".yaml"), yaml);
    }

    private void changeAmidEvents() throws Exception {
        Event[] events = Event.values();
        Map<Event, Integer> happened = new HashMap<>();
        int changed = 0;
        int overtaken = 0;
        for (int round = 0; changed < CHANGES; round++) {
            List<Instance> changing = random.nextInt(3) == 0 ? two() : List.of(any());
            for (Instance each : changing) {
                each.order("change " + configuration(each.registry(), 1 + random.nextInt(NODES)));
            }
            if (round % 2 == 1) {
                Event event = round / 2 < events.length ? events[round / 2] : next(events);
                happen(event, changing);
                happened.merge(event, 1, Integer::sum);
            }
            for (Instance each : changing) {
                String answer = each.answer();
                changed += answer.startsWith(InstanceProcess.CHANGED) ? 1 : 0;
                overtaken += answer.contains("SHD-7004") ? 1 : 0;
                if (answer.startsWith(InstanceProcess.REFUSED) && !answer.contains("SHD-700")) {
                    wrong.add(answer);
                }
                replaceDead(each, answer);
            }
        }
        System.out.println(changed + " changes, " + overtaken + " overtaken, " + happened
                + "; failures of the registry by servers that were killed at once: " + failures);
    }

    /** Members of an ensemble fail every other time. */
    private Event next(Event[] events) {
        return MEMBERS > 1 && random.nextBoolean() ? Event.REGISTRY_RESTARTS : events[random.nextInt(events.length)];
    }

    private Instance any() {
        return instances.get(random.nextInt(instances.size()));
    }

    private List<Instance> two() {
        int first = random.nextInt(instances.size());
        return List.of(
                instances.get(first),
                instances.get((first + 1 + random.nextInt(instances.size() - 1)) % instances.size()));
    }

    private void replaceDead(Instance dead, String answer) throws Exception {
        if (answer.isEmpty()) {
            dead.close();
            Instance next = start();
            instances.set(instances.indexOf(dead), next);
            awaitReady(next);
        }
    }

    private void happen(Event event, List<Instance> changing) throws Exception {
        Instance victim = any();
        switch (event) {
            case KILL -> {
                TimeUnit.MILLISECONDS.sleep(random.nextInt(30));
                victim.kill();
                if (!changing.contains(victim)) {
                    replaceDead(victim, "");
                }
            }
            case CUT -> victim.registry().cut();
            case SESSION_ENDS -> {
                victim.registry().down();
                TimeUnit.SECONDS.sleep(SESSION_SECONDS + 2L);
                victim.registry().restore();
            }
            case STANDS_STILL -> {
                victim.signal("STOP");
                TimeUnit.SECONDS.sleep(SESSION_SECONDS + 2L);
                victim.signal("CONT");
            }
            default -> fail();
        }
    }

    /** Kills servers of the registry, at times as many as leave none in charge; then all run again. */
    private void fail() throws Exception {
        List<Integer> victims = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            victims.add(i);
        }
        Collections.shuffle(victims, random);
        int killed = random.nextInt(3) == 0 ? MEMBERS / 2 + 1 : 1;
        for (int each : victims.subList(0, killed)) {
            registryServers.kill(each);
        }
        TimeUnit.MILLISECONDS.sleep(random.nextInt(2_000));
        for (int each : victims.subList(0, killed)) {
            registryServers.restart(each);
        }
        failures.merge(killed, 1, Integer::sum);
    }

    /** Until all reach the registry. */
    private void awaitPeace() throws InterruptedException {
        long start = System.nanoTime();
        while (!states().stream().allMatch(state -> state.endsWith(" true"))) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(180));
            TimeUnit.MILLISECONDS.sleep(20);
        }
        System.out.println("connected after " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms");
    }

    private List<String> states() throws InterruptedException {
        List<String> states = new ArrayList<>();
        for (Instance each : instances) {
            each.order("state");
            states.add(each.answer());
        }
        assertThat(states).allMatch(state -> state.startsWith(InstanceProcess.STATE));
        return states;
    }

    private void agreeOnTheLastVersion() throws Exception {
        awaitAgreement();
        Instance last = any();
        int before = Integer.parseInt(states().get(0).split(" ", -1)[2]);
        int nodes = before % NODES + 1;
        last.order("change " + configuration(last.registry(), nodes));
        String answer = last.answer();
        assertThat(answer).startsWith(InstanceProcess.CHANGED);
        String version = answer.substring(InstanceProcess.CHANGED.length());
        assertThat(awaitAgreement()).isEqualTo(InstanceProcess.STATE + version + " " + nodes + " true");
    }

    private String awaitAgreement() throws InterruptedException {
        long start = System.nanoTime();
        List<String> states = states();
        while (states.stream().distinct().count() > 1) {
            assertThat(System.nanoTime() - start).as("%s", states).isLessThan(TAKEN_NANOS);
            TimeUnit.MILLISECONDS.sleep(10);
            states = states();
        }
        System.out.println("agreed after " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms");
        return states.get(0);
    }

    private void assertNothingIsLost() throws SQLException {
        Map<Long, Integer> rows = new HashMap<>();
        for (String url : urls) {
            for (int i = 0; i < 2; i++) {
                try (Connection connection = connect(url);
                        Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("SELECT order_id, amount FROM t_order_" + i)) {
                    while (row.next()) {
                        assertThat(rows.put(row.getLong(1), row.getInt(2)))
                                .as("rows with key %d", row.getLong(1))
                                .isNull();
                    }
                }
            }
        }
        System.out.println(sold.size() + " orders acknowledged, " + rows.size() + " there");
        assertThat(sold).isNotEmpty();
        assertThat(rows).containsAllEntriesOf(sold);
    }
}
