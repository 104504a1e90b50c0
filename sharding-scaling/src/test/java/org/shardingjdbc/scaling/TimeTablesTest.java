package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderSource;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.scaling.time.TimeTable;
import org.shardingjdbc.scaling.time.TimeTablePlan;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Tables per day get their next ones and lose their old ones while they are used, on real servers. */
class TimeTablesTest {
    private static final Duration GRACE = Duration.ofHours(1);
    private static final AtomicInteger NAMES = new AtomicInteger();

    /** The server and its two databases; the registry and the archive are in the first. */
    enum Place {
        POSTGRESQL(DatabaseKind.POSTGRESQL, "TIMESTAMP"),
        MYSQL(DatabaseKind.MYSQL, "DATETIME(3)"),
        MARIADB(DatabaseKind.MARIADB, "DATETIME(3)");

        private final DatabaseKind kind;
        private final String moment;

        Place(DatabaseKind kind, String moment) {
            this.kind = kind;
            this.moment = moment;
        }

        TestServer server() {
            return TestServer.of(kind);
        }
    }

    /** A clock that is set by hand. */
    private static final class HandClock extends Clock {
        private volatile Instant now;
        /** What happens when it is asked the next time; null for nothing. */
        private volatile @Nullable Runnable meanwhile;

        HandClock(String now) {
            set(now);
        }

        void set(String time) {
            now = LocalDateTime.parse(time).toInstant(ZoneOffset.UTC);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            Runnable once = meanwhile;
            meanwhile = null;
            if (once != null) {
                once.run();
            }
            return now;
        }
    }

    private static final String RULES = """
            rules:
            - !SHARDING
              tables:
                t_log:
                  actualDataNodes: ds_${0..1}.t_log_${20260101..20260103}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: databases}}
                  tableStrategy: {standard: {shardingColumn: created, shardingAlgorithmName: days}}
              shardingAlgorithms:
                databases: {type: INLINE, props: {algorithm-expression: 'ds_${user_id % 2}'}}
                days:
                  type: INTERVAL
                  props:
                    datetime-pattern: yyyy-MM-dd HH:mm:ss
                    datetime-lower: '2026-01-01 00:00:00'
                    sharding-suffix-pattern: yyyyMMdd
                    datetime-interval-unit: DAYS
            """;
    private static final String POLICY = """
            - !TIME_TABLES
              tables:
                t_log: {createAhead: 3d, retain: 5d%s}
            """;

    private String first = "";
    private String second = "";
    private String archive = "";
    private Place place = Place.POSTGRESQL;

    private void make(Place where) throws SQLException {
        place = where;
        int number = NAMES.incrementAndGet();
        first = where.server().createDatabase("time_0_" + number);
        second = where.server().createDatabase("time_1_" + number);
        archive = where.server().createDatabase("time_2_" + number);
        for (String url : List.of(first, second)) {
            for (int day = 1; day <= 3; day++) {
                execute(
                        url,
                        "CREATE TABLE t_log_2026010" + day + " (id BIGINT NOT NULL, user_id INT NOT NULL," + " created "
                                + where.moment
                                + " NOT NULL, note VARCHAR(40) DEFAULT 'none', PRIMARY KEY (id, user_id, created))");
                execute(url, "CREATE INDEX t_log_2026010" + day + "_note ON t_log_2026010" + day + " (note)");
            }
        }
    }

    private void execute(String url, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        url, place.server().user(), place.server().password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> tables(String url) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(
                        url, place.server().user(), place.server().password());
                ResultSet rows = connection
                        .getMetaData()
                        .getTables(
                                connection.getCatalog(), connection.getSchema(), "t\\_log%", new String[] {"TABLE"})) {
            while (rows.next()) {
                tables.add(rows.getString("TABLE_NAME"));
            }
        }
        return tables;
    }

    private ShardingConfiguration configuration(String mode, String rules) {
        String yaml = """
                %s
                dataSources:
                  ds_0: &pool {jdbcUrl: '%s', username: %s, password: '$${PASSWORD}', maximumPoolSize: 8}
                  ds_1: {<<: *pool, jdbcUrl: '%s'}
                  ds_old: {<<: *pool, jdbcUrl: '%s'}
                """.formatted(mode, first, place.server().user(), second, archive);
        return YamlConfigurations.parse(yaml + rules, "time.yaml", new PlaceholderSource() {
            @Override
            public String value(String placeholder) {
                return place.server().password();
            }

            @Override
            public String fill(String text) {
                return text;
            }
        });
    }

    private ShardingConfiguration governed(String more) {
        return configuration("""
                mode:
                  type: Cluster
                  repository:
                    type: JDBC
                    props: {jdbc_url: '%s', username: %s, password: '$${PASSWORD}', pollIntervalMilliseconds: 50}
                """.formatted(first, place.server().user()), RULES + POLICY.formatted(more));
    }

    private static void insert(ShardingDataSource dataSource, long id, String created) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO t_log (id, user_id, created) VALUES (?, ?, ?)")) {
            insert.setLong(1, id);
            insert.setInt(2, (int) (id % 7));
            insert.setObject(3, LocalDateTime.parse(created));
            insert.executeUpdate();
        }
    }

    private static long count(ShardingDataSource dataSource, String where) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t_log " + where)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static List<String> lines(TimeTablePlan plan) {
        assertThat(plan.obstacles()).isEmpty();
        return plan.entries().stream()
                .map(entry -> entry.action() + " " + entry.node())
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void tablesAreMadeAheadAndOldOnesLeaveFirst(Place where) throws SQLException {
        make(where);
        HandClock clock = new HandClock("2026-01-03T10:00");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(governed(", retire: drop"));
                ShardingDataSource other = ShardingDataSourceFactory.create(governed(", retire: drop"));
                TimeTables time = TimeTables.of(dataSource, clock, GRACE);
                TimeTables there = TimeTables.of(other, clock, GRACE)) {
            insert(dataSource, 1, "2026-01-01T12:00");
            insert(dataSource, 2, "2026-01-03T12:00");
            List<String> planned = lines(time.plan());
            assertThat(planned)
                    .containsExactly(
                            "CREATE ds_0.t_log_20260104",
                            "CREATE ds_1.t_log_20260104",
                            "CREATE ds_0.t_log_20260105",
                            "CREATE ds_1.t_log_20260105",
                            "CREATE ds_0.t_log_20260106",
                            "CREATE ds_1.t_log_20260106");
            assertThat(tables(first)).hasSize(3);
            assertThat(lines(time.apply())).isEqualTo(planned);
            assertThat(lines(there.apply())).isEmpty();
            assertThat(other.dataNodes("t_log")).hasSize(12).contains("ds_1.t_log_20260106");
            insert(other, 3, "2026-01-06T23:59:59");
            assertThat(dataSource.check().findings()).isEmpty();

            clock.set("2026-01-08T10:00");
            assertThat(lines(there.apply()))
                    .contains("CREATE ds_0.t_log_20260111", "LEAVE ds_0.t_log_20260101", "LEAVE ds_1.t_log_20260102")
                    .doesNotContain("LEAVE ds_0.t_log_20260103");
            assertThat(count(other, "WHERE created >= '2026-01-01 00:00:00'")).isEqualTo(2);
            assertThat(tables(first)).contains("t_log_20260101");
            assertThat(lines(there.apply())).isEmpty();

            clock.set("2026-01-08T11:30");
            assertThat(lines(there.plan()))
                    .containsExactly(
                            "DROP ds_0.t_log_20260101",
                            "DROP ds_0.t_log_20260102",
                            "DROP ds_1.t_log_20260101",
                            "DROP ds_1.t_log_20260102");
            assertThat(lines(there.apply())).hasSize(4);
            assertThat(tables(first)).doesNotContain("t_log_20260101").contains("t_log_20260103", "t_log_20260111");
            assertThat(lines(there.plan())).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void oldTablesAreArchivedWithEveryRow(Place where) throws SQLException {
        make(where);
        HandClock clock = new HandClock("2026-01-10T10:00");
        try (ShardingDataSource dataSource =
                        ShardingDataSourceFactory.create(governed(", retire: archive, archive: ds_old"));
                TimeTables time = TimeTables.of(dataSource, clock, Duration.ZERO)) {
            for (int i = 0; i < 50; i++) {
                insert(dataSource, i, "2026-01-0" + (1 + i % 3) + "T12:00");
            }
            time.apply();
            execute(archive, "CREATE TABLE t_log_20260101_ds_0 (id BIGINT NOT NULL PRIMARY KEY)");
            assertThatThrownBy(time::apply).isInstanceOf(SQLException.class);
            execute(archive, "DROP TABLE t_log_20260101_ds_0");
            assertThat(lines(time.apply())).hasSize(6).contains("ARCHIVE ds_1.t_log_20260103");
            assertThat(tables(first))
                    .noneMatch(table -> table.startsWith("t_log_2026010") && table.compareTo("t_log_20260104") < 0);
            long archived = 0;
            for (String table : tables(archive)) {
                try (Connection connection = DriverManager.getConnection(
                                archive, where.server().user(), where.server().password());
                        Statement statement = connection.createStatement();
                        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
                    rows.next();
                    archived += rows.getLong(1);
                }
            }
            assertThat(tables(archive)).hasSize(6);
            assertThat(archived).isEqualTo(50);
        }
    }

    /** Reads and writes until told otherwise; what fails is kept. */
    private static final class Load implements AutoCloseable {
        private final ShardingDataSource dataSource;
        private final Clock clock;
        private final AtomicBoolean over = new AtomicBoolean();
        private static final AtomicLong KEYS = new AtomicLong(1_000_000);
        private final AtomicLong written = new AtomicLong();
        private final List<AtomicInteger> done = new ArrayList<>();
        private final List<CompletableFuture<Void>> all = new ArrayList<>();

        Load(ShardingDataSource dataSource, Clock clock, int readers, int writers) {
            this.dataSource = dataSource;
            this.clock = clock;
            for (int i = 0; i < readers; i++) {
                start(() -> count(dataSource, "WHERE created > '2026-01-01 00:00:00'"));
                start(() -> count(dataSource, "WHERE created > '2026-01-01 00:00:00' AND user_id = 3"));
            }
            for (int i = 0; i < writers; i++) {
                start(this::write);
            }
        }

        private long write() throws SQLException {
            insert(dataSource, KEYS.incrementAndGet(), LocalDateTime.now(clock).toString());
            return written.incrementAndGet();
        }

        private void start(Callable<Long> work) {
            AtomicInteger count = new AtomicInteger();
            done.add(count);
            CompletableFuture<Void> future = new CompletableFuture<>();
            all.add(future);
            Thread thread = new Thread(() -> {
                try {
                    while (!over.get()) {
                        work.call();
                        count.incrementAndGet();
                    }
                    future.complete(null);
                } catch (Exception e) {
                    future.completeExceptionally(e);
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        /** Each has begun and ended a statement since; what failed is thrown. */
        void awaitStatements() throws Exception {
            List<Integer> before = done.stream().map(AtomicInteger::get).toList();
            for (int i = 0; i < done.size(); i++) {
                while (done.get(i).get() < before.get(i) + 2) {
                    if (all.get(i).isDone()) {
                        all.get(i).get();
                    }
                    Thread.sleep(1);
                }
            }
        }

        long written() {
            return written.get();
        }

        @Override
        public void close() {
            over.set(true);
            all.forEach(each -> each.orTimeout(60, TimeUnit.SECONDS).join());
        }
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void statementsOverAnOpenRangeDoNotFailWhileTablesComeAndGo(Place where) throws Exception {
        make(where);
        HandClock clock = new HandClock("2026-01-03T10:00");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(governed(", retire: drop"));
                ShardingDataSource other = ShardingDataSourceFactory.create(governed(", retire: drop"));
                TimeTables time = TimeTables.of(dataSource, clock, Duration.ofMinutes(30))) {
            time.apply();
            long written;
            try (Load here = new Load(dataSource, clock, 2, 1);
                    Load there = new Load(other, clock, 1, 1)) {
                for (int day = 4; day <= 20; day++) {
                    for (String hour : List.of("T00:00", "T12:00")) {
                        clock.set("2026-01-%02d".formatted(day) + hour);
                        time.apply();
                        here.awaitStatements();
                        there.awaitStatements();
                    }
                }
                written = here.written() + there.written();
            }
            assertThat(written).isGreaterThan(2 * 2 * 17);
            assertThat(tables(first))
                    .contains("t_log_20260115", "t_log_20260123")
                    .doesNotContain("t_log_20260113", "t_log_20260114");
        }
    }

    private static final String NUMBERED = """
            rules:
            - !SHARDING
              tables:
                t_log:
                  actualDataNodes: ds_${0..1}.t_log_${8..10}
                  databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: databases}}
                  tableStrategy: {standard: {shardingColumn: created, shardingAlgorithmName: days}}
              shardingAlgorithms:
                databases: {type: INLINE, props: {algorithm-expression: 'ds_${user_id %% 2}'}}
                days:
                  type: AUTO_INTERVAL
                  props: {datetime-lower: '2026-01-01 00:00:00', datetime-upper: '%s', sharding-seconds: 86400%s}
            - !TIME_TABLES
              tables:
                t_log: {createAhead: 3d, retain: 5d, retire: drop}
            """;

    private ShardingConfiguration numbered(String upper, String more) {
        return configuration("""
                mode:
                  type: Cluster
                  repository:
                    type: JDBC
                    props: {jdbc_url: '%s', username: %s, password: '$${PASSWORD}', pollIntervalMilliseconds: 50}
                """.formatted(first, place.server().user()), NUMBERED.formatted(upper, more));
    }

    private void rename(int day, int number) throws SQLException {
        for (String url : List.of(first, second)) {
            execute(url, "ALTER TABLE t_log_2026010" + day + " RENAME TO t_log_" + number);
        }
    }

    /** Table 8 has the rows behind the seventh day, up to the end of the eighth. */
    @ParameterizedTest
    @EnumSource(Place.class)
    void tablesOfCountedPeriodsAreKeptUp(Place where) throws SQLException {
        make(where);
        for (int day = 1; day <= 3; day++) {
            rename(day, day + 7);
        }
        HandClock clock = new HandClock("2026-01-10T10:00");
        String lacking = ", allow-missing-targets: true";
        try (ShardingDataSource dataSource =
                        ShardingDataSourceFactory.create(numbered("2050-01-01 00:00:00", lacking));
                TimeTables time = TimeTables.of(dataSource, clock, GRACE)) {
            insert(dataSource, 1, "2026-01-08T12:00");
            insert(dataSource, 2, "2026-01-10T12:00");
            assertThatThrownBy(() -> insert(dataSource, 3, "2026-01-11T12:00")).hasMessageContaining("no target");
            assertThat(lines(time.apply()))
                    .containsExactly(
                            "CREATE ds_0.t_log_11",
                            "CREATE ds_1.t_log_11",
                            "CREATE ds_0.t_log_12",
                            "CREATE ds_1.t_log_12",
                            "CREATE ds_0.t_log_13",
                            "CREATE ds_1.t_log_13");
            insert(dataSource, 3, "2026-01-11T12:00");
            // at most a hundredth of a day behind its end a row may be in the table of the day before
            clock.set("2026-01-14T00:14");
            assertThat(lines(time.plan())).noneMatch(line -> line.startsWith("LEAVE"));
            insert(dataSource, 4, "2026-01-12T00:05");
            clock.set("2026-01-14T00:15");
            assertThat(lines(time.apply())).contains("LEAVE ds_0.t_log_8", "LEAVE ds_1.t_log_8");
            assertThat(count(dataSource, "WHERE created >= '2026-01-01 00:00:00'"))
                    .isEqualTo(3);
            assertThat(time.tables())
                    .first()
                    .isEqualTo(new TimeTable(
                            "t_log",
                            "ds_0.t_log_8",
                            LocalDateTime.parse("2026-01-08T00:00"),
                            LocalDateTime.parse("2026-01-09T00:14:25"),
                            TimeTable.State.LEFT,
                            null));
            clock.set("2026-01-14T02:00");
            assertThat(lines(time.apply())).containsExactly("DROP ds_0.t_log_8", "DROP ds_1.t_log_8");
            assertThat(tables(first)).doesNotContain("t_log_8").contains("t_log_9", "t_log_17");
        }
    }

    @Test
    void whatPeriodsThatAreCountedNeedIsSaid() throws SQLException {
        make(Place.POSTGRESQL);
        for (int day = 1; day <= 3; day++) {
            rename(day, day + 7);
        }
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(numbered("2026-01-10 00:00:00", "")))
                .hasMessageContaining("none is number 0");
        String all = NUMBERED.replace("${8..10}", "${0..10}").formatted("2026-01-10 00:00:00", "");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration(governedMode(), all));
                TimeTables time = TimeTables.of(dataSource)) {
            assertThat(time.plan().obstacles())
                    .singleElement()
                    .asString()
                    .contains("t_log: AUTO_INTERVAL wants an actual table of each of its 11 periods")
                    .contains("allow-missing-targets: true");
        }
    }

    private String governedMode() {
        return """
                mode: {type: Standalone, repository: {type: JDBC, props: {jdbc_url: '%s', username: %s, password: '$${PASSWORD}'}}}
                """.formatted(first, place.server().user());
    }

    @Test
    void aChangeMeanwhileIsNotUndone() throws Exception {
        make(Place.POSTGRESQL);
        HandClock clock = new HandClock("2026-01-03T10:00");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(governed(""));
                TimeTables time = TimeTables.of(dataSource, clock, GRACE)) {
            clock.meanwhile = () -> {
                try {
                    dataSource.reconfigure(dataSource.configuration().toBuilder()
                            .rule(new BroadcastRuleConfiguration(List.of("t_country")))
                            .build());
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            };
            assertThatThrownBy(time::apply)
                    .hasMessageContaining("SHD-8003")
                    .hasMessageContaining("the configuration was changed meanwhile");
            assertThat(dataSource.configuration().rules().toString()).contains("t_country");
            assertThat(lines(time.apply())).hasSize(6);
            assertThat(dataSource.configuration().rules().toString()).contains("t_country", "t_log_20260106");
        }
    }

    @Test
    void anInstanceKeepsThemByItself() throws Exception {
        make(Place.POSTGRESQL);
        HandClock clock = new HandClock("2026-01-03T10:00");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(governed(""));
                TimeTables time = TimeTables.of(dataSource, clock, GRACE)) {
            time.keep(Duration.ofMillis(50));
            long end = System.nanoTime() + 30_000_000_000L;
            while (dataSource.dataNodes("t_log").size() < 12 && System.nanoTime() < end) {
                Thread.sleep(20);
            }
            assertThat(dataSource.dataNodes("t_log")).hasSize(12);
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("sharding-time-tables"));
    }

    @Test
    void whatCannotBeKeptUpIsSaid() throws SQLException {
        make(Place.POSTGRESQL);
        try (ShardingDataSource plain =
                ShardingDataSourceFactory.create(configuration("", RULES + POLICY.formatted("")))) {
            assertThatThrownBy(() -> TimeTables.of(plain))
                    .hasMessageContaining("SHD-8001")
                    .hasMessageContaining("time tables need a registry");
        }
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(configuration("", RULES + """
                        - !TIME_TABLES
                          tables:
                            t_log: {createAhead: soon, retire: archive, archiv: ds_old}
                        """)))
                .hasMessageContaining("'soon' is not a span of time")
                .hasMessageContaining("archiv");
        String months = RULES.replace("sharding-suffix-pattern: yyyyMMdd", "sharding-suffix-pattern: dd")
                .replace("${20260101..20260103}", "${['01', '02']}");
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(
                        configuration("""
                mode: {type: Standalone, repository: {type: JDBC, props: {jdbc_url: '%s', username: %s, password: '$${PASSWORD}'}}}
                """.formatted(first, place.server().user()), months + """
                        - !TIME_TABLES
                          tables:
                            t_log: {createAhead: 1d}
                            t_other: {createAhead: 1d}
                        """));
                TimeTables time = TimeTables.of(dataSource)) {
            assertThat(time.plan().entries()).isEmpty();
            assertThat(time.plan().obstacles())
                    .hasSize(2)
                    .anyMatch(text -> text.startsWith("t_log: several steps have actual tables that end with '01'"))
                    .anyMatch(text -> text.startsWith("t_other: it is no sharded table with 'actualDataNodes'"));
        }
    }
}
