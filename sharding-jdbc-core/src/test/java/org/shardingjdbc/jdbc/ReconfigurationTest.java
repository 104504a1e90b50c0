package org.shardingjdbc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.GovernedDataSource;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions;
import org.shardingjdbc.jdbc.governance.ReconfigureOptions.Newcomers;
import org.shardingjdbc.jdbc.governance.Switches;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.watch.DatabaseWatch;
import org.shardingjdbc.rule.watch.WatchedDatabase;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** A configuration is replaced wholly or not at all, whatever fails meanwhile, and whoever closes waits for nobody. */
@Timeout(300)
class ReconfigurationTest {
    private static final TestServer H2 = TestServer.of(DatabaseKind.H2);
    /** Longer than a test may take. */
    private static final Duration FOREVER = Duration.ofMinutes(10);

    private static final Duration LONG = Duration.ofSeconds(60);

    private final Thread thread = Thread.currentThread();
    private final ClassLoader before = thread.getContextClassLoader();

    @TempDir
    private Path services;

    /** How one configuration follows another. */
    private enum Way {
        AT_ONCE,
        OVERLAPPING,
        EXCLUSIVE;

        void go(ShardingDataSource dataSource, ShardingConfiguration next) throws SQLException {
            switch (this) {
                case AT_ONCE -> dataSource.reconfigure(next);
                case OVERLAPPING -> dataSource.reconfigure(next, handover(Newcomers.GO_ON, LONG));
                case EXCLUSIVE -> dataSource.reconfigure(next, handover(Newcomers.WAIT, LONG));
            }
        }
    }

    /** What a watch does that fails; and whether its rule lets nobody in. */
    enum Fault {
        NONE,
        IN_START,
        IN_CLOSE,
        IN_TAKE_OVER
    }

    /** A rule with a watch, and with a guard that lets nobody in where its watch fails in the start. */
    public record WatchedRule(Fault fault) implements RuleConfiguration {}

    /** Compiles it. */
    public static final class WatchedRules implements RuleProvider<WatchedRule> {
        @Override
        public String tag() {
            return "WATCHED";
        }

        @Override
        public Class<WatchedRule> configurationType() {
            return WatchedRule.class;
        }

        @Override
        public RuleOrder order() {
            return RuleOrder.ANYWHERE;
        }

        @Override
        public WatchedRule read(ConfigurationMap map) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Rule compile(WatchedRule configuration, RuleSetup setup) {
            FaultyWatch watch = new FaultyWatch(configuration.fault());
            return new Rule() {
                @Override
                public String name() {
                    return "Watched";
                }

                @Override
                public DatabaseWatch databaseWatch() {
                    return watch;
                }

                @Override
                public @Nullable DataSourceGuard dataSourceGuard(String name) {
                    return configuration.fault() == Fault.IN_START ? new Barrier() : null;
                }
            };
        }
    }

    private record FaultyWatch(Fault fault) implements DatabaseWatch {
        private void failIn(Fault step) {
            if (fault == step) {
                throw new IllegalStateException(step.name());
            }
        }

        @Override
        public List<Integer> databases() {
            return List.of(0);
        }

        @Override
        public boolean mayBeAway(int dataSource) {
            return false;
        }

        @Override
        public void takeOver(DatabaseWatch earlier, Set<String> kept) {
            failIn(Fault.IN_TAKE_OVER);
        }

        @Override
        public void start(List<WatchedDatabase> databases) {
            failIn(Fault.IN_START);
        }

        @Override
        public void lost(int dataSource, Exception cause) {
            // Nothing is lost here.
        }

        @Override
        public void close() {
            failIn(Fault.IN_CLOSE);
        }
    }

    private static final class Barrier implements DataSourceGuard {
        @Override
        public Admission enter() {
            throw new ShardingException(ErrorCode.CIRCUIT_BROKEN, "ds_0");
        }

        @Override
        public OutcomeListener unadmitted() {
            return OutcomeListener.NONE;
        }
    }

    @BeforeEach
    void addRule() throws Exception {
        Path entry = services.resolve("META-INF/services/" + RuleProvider.class.getName());
        Files.createDirectories(entry.getParent());
        Files.writeString(entry, WatchedRules.class.getName());
        thread.setContextClassLoader(
                new URLClassLoader(new URL[] {services.toUri().toURL()}, before));
    }

    @AfterEach
    void removeRule() {
        thread.setContextClassLoader(before);
    }

    private static Map<String, String> database(String name) {
        return Map.of("jdbcUrl", H2.jdbcUrl("reconfiguration_" + name), "username", "sa", "password", "");
    }

    /** Table {@code t} on the first data source, {@code u} on the second one. */
    private static ShardingConfiguration configuration(int dataSources, Fault fault) {
        ShardingRuleConfiguration.Builder tables =
                ShardingRuleConfiguration.builder().table(new ShardedTableConfiguration("t", "ds_0.t"));
        ShardingConfiguration.Builder builder = ShardingConfiguration.builder().dataSource("ds_0", database("ds_0"));
        if (dataSources == 2) {
            builder.dataSource("ds_1", database("ds_1"));
            tables.table(new ShardedTableConfiguration("u", "ds_1.u"));
        }
        return builder.rule(tables.build()).rule(new WatchedRule(fault)).build();
    }

    private static ShardingDataSource open(int dataSources, Fault fault) throws SQLException {
        ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(dataSources, fault));
        make(dataSource, "t");
        if (dataSources == 2) {
            make(dataSource, "u");
        }
        return dataSource;
    }

    private static void make(ShardingDataSource dataSource, String table) throws SQLException {
        execute(dataSource, "DROP TABLE IF EXISTS " + table);
        execute(dataSource, "CREATE TABLE " + table + " (id INT PRIMARY KEY)");
    }

    private static void execute(ShardingDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static HikariDataSource pool(ShardingDataSource dataSource, String name) {
        return (HikariDataSource) dataSource.dataSources().get(name);
    }

    private static CompletableFuture<Void> async(Task task) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return CompletableFuture.runAsync(() -> {
            Thread.currentThread().setContextClassLoader(loader);
            try {
                task.run();
            } catch (SQLException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
    }

    @FunctionalInterface
    private interface Task {
        void run() throws SQLException;
    }

    private static ReconfigureOptions handover(Newcomers newcomers, Duration limit) {
        return ReconfigureOptions.builder().handover(newcomers, limit).build();
    }

    /** Begins to hand over, which waits for that transaction; returns when it has come so far. */
    private static CompletableFuture<Void> handOver(
            ShardingDataSource dataSource,
            Connection inTransaction,
            ShardingConfiguration next,
            ReconfigureOptions handover)
            throws Exception {
        inTransaction.setAutoCommit(false);
        try (Statement statement = inTransaction.createStatement()) {
            statement.executeUpdate("INSERT INTO t VALUES (1)");
        }
        CountDownLatch began = new CountDownLatch(1);
        CompletableFuture<Void> handing = async(() -> {
            began.countDown();
            dataSource.reconfigure(next, handover);
        });
        began.await();
        while (!isDraining()) {
            assertThat(handing).isNotDone();
            Thread.sleep(1);
        }
        return handing;
    }

    /** Nobody tells when somebody begins to wait. */
    private static boolean isDraining() {
        return Thread.getAllStackTraces().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(frame -> frame.getMethodName().equals("drain"));
    }

    @ParameterizedTest
    @EnumSource
    void aWatchThatDoesNotStartKeepsTheOldConfiguration(Way way) throws SQLException {
        try (ShardingDataSource dataSource = open(1, Fault.NONE)) {
            ShardingConfiguration first = dataSource.configuration();
            assertThatThrownBy(() -> way.go(dataSource, configuration(2, Fault.IN_START)))
                    .hasStackTraceContaining(Fault.IN_START.name());
            assertThat(dataSource.configuration()).isSameAs(first);
            assertThat(dataSource.dataSources()).containsOnlyKeys("ds_0");
            execute(dataSource, "INSERT INTO t VALUES (1)");
            way.go(dataSource, configuration(2, Fault.NONE));
            make(dataSource, "u");
            execute(dataSource, "INSERT INTO t VALUES (2)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWatchThatDoesNotTakeOverKeepsTheOldConfiguration(Way way) throws SQLException {
        try (ShardingDataSource dataSource = open(1, Fault.NONE)) {
            assertThatThrownBy(() -> way.go(dataSource, configuration(2, Fault.IN_TAKE_OVER)))
                    .hasStackTraceContaining(Fault.IN_TAKE_OVER.name());
            execute(dataSource, "INSERT INTO t VALUES (1)");
            assertThat(dataSource.dataSources()).containsOnlyKeys("ds_0");
        }
    }

    /** The next one counts already: what the last one fails with when it ends changes nothing. */
    @ParameterizedTest
    @EnumSource
    void aWatchThatDoesNotEndKeepsNothing(Way way) throws SQLException {
        try (ShardingDataSource dataSource = open(1, Fault.IN_CLOSE)) {
            ShardingConfiguration next = configuration(2, Fault.NONE);
            way.go(dataSource, next);
            assertThat(dataSource.configuration()).isSameAs(next);
            assertThat(dataSource.dataSources()).containsOnlyKeys("ds_0", "ds_1");
            make(dataSource, "u");
            execute(dataSource, "INSERT INTO t VALUES (1)");
        }
    }

    @Test
    void optionsThatContradictEachOtherAreRefused() {
        ReconfigureOptions.Builder without = ReconfigureOptions.builder().between(() -> {});
        assertThatThrownBy(without::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("something is done in between without a handover");
        assertThatThrownBy(() -> ReconfigureOptions.builder().rollBack().build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("nobody waits for the instances for which it is undone");
        ReconfigureOptions.Builder undone =
                without.handover(Newcomers.WAIT, LONG).awaitInstances(LONG).rollBack();
        assertThatThrownBy(undone::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("what is done in between cannot be undone");
        assertThatThrownBy(() -> ReconfigureOptions.builder().awaitInstances(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a negative limit: PT-0.001S");
    }

    @ParameterizedTest
    @EnumSource(Newcomers.class)
    void whateverFailsInBetweenOneOfBothCountsWholly(Newcomers newcomers) throws SQLException {
        try (ShardingDataSource dataSource = open(2, Fault.NONE)) {
            HikariDataSource dropped = pool(dataSource, "ds_1");
            ShardingConfiguration first = dataSource.configuration();
            ShardingConfiguration next = configuration(1, Fault.NONE);
            ReconfigureOptions handover = ReconfigureOptions.builder()
                    .handover(newcomers, LONG)
                    .between(() -> {
                        throw new IllegalStateException("not now");
                    })
                    .build();
            assertThatThrownBy(() -> dataSource.reconfigure(next, handover)).hasStackTraceContaining("not now");
            boolean counts = newcomers == Newcomers.GO_ON;
            assertThat(dataSource.configuration()).isSameAs(counts ? next : first);
            assertThat(dropped.isClosed()).isEqualTo(counts);
            execute(dataSource, "INSERT INTO t VALUES (1)");
        }
    }

    @ParameterizedTest
    @EnumSource(Newcomers.class)
    void whoClosesDoesNotWaitForWhatIsHandedOver(Newcomers newcomers) throws Exception {
        ShardingDataSource dataSource = open(1, Fault.NONE);
        try (Connection connection = dataSource.getConnection()) {
            CompletableFuture<Void> handing =
                    handOver(dataSource, connection, configuration(2, Fault.NONE), handover(newcomers, FOREVER));
            HikariDataSource pool = pool(dataSource, "ds_0");
            dataSource.close();
            assertThat(pool.isClosed()).isTrue();
            assertThatThrownBy(() -> handing.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining(ErrorCode.CLOSED.id());
        }
    }

    /** What somebody switches off by hand is off at once, for those who still use it and for those who come. */
    @ParameterizedTest
    @EnumSource(Newcomers.class)
    void whatIsSwitchedOffDoesNotWaitForWhatIsHandedOver(Newcomers newcomers) throws Exception {
        try (ShardingDataSource dataSource = open(1, Fault.NONE);
                Connection connection = dataSource.getConnection()) {
            CompletableFuture<Void> handing =
                    handOver(dataSource, connection, configuration(2, Fault.NONE), handover(newcomers, LONG));
            governed(dataSource).switchedTo(new Switches(Set.of("ds_0", "ds_1"), false));
            assertThat(handing).isNotDone();
            connection.rollback();
            handing.get(60, TimeUnit.SECONDS);
            for (String table : List.of("t", "u")) {
                assertThatThrownBy(() -> execute(dataSource, "DELETE FROM " + table))
                        .hasMessageContaining(ErrorCode.DATA_SOURCE_DISABLED.id());
            }
        }
    }

    private static GovernedDataSource governed(ShardingDataSource dataSource) throws ReflectiveOperationException {
        Field running = ShardingDataSource.class.getDeclaredField("running");
        running.setAccessible(true);
        return (GovernedDataSource) running.get(dataSource);
    }

    @Test
    void whatIsInUseOfAnEarlierConfigurationIsClosedToo() throws SQLException {
        ShardingDataSource dataSource = open(2, Fault.NONE);
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO u VALUES (1)");
            HikariDataSource dropped = pool(dataSource, "ds_1");
            dataSource.reconfigure(configuration(1, Fault.NONE));
            assertThat(dropped.isClosed()).isFalse();
            dataSource.close();
            assertThat(dropped.isClosed()).isTrue();
            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO u VALUES (2)"))
                    .isInstanceOf(SQLException.class);
        }
    }
}
