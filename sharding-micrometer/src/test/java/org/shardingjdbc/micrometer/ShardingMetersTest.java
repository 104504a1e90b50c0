package org.shardingjdbc.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;

/** The meters say what was done, and the dashboard asks for meters that there are. */
class ShardingMetersTest {
    /** Names of meters as Prometheus has them: whatever begins like one of ours or of HikariCP's. */
    private static final Pattern METER = Pattern.compile("\\b(sharding|hikaricp)_[a-z_]+");

    private static void doSomething(Shards shards) throws SQLException {
        shards.run(
                "SELECT note FROM t_order WHERE order_id = 1",
                "SELECT note FROM t_order ORDER BY order_id",
                "SELECT COUNT(*) FROM t_order o JOIN t_user u ON o.user_id = u.user_id WHERE o.note <> u.name");
        assertThatThrownBy(() -> shards.run("SELECT FROM t_order WHERE")).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> shards.run("INSERT INTO t_order VALUES (1, 1, 'again')"))
                .isInstanceOf(SQLException.class);
    }

    @Test
    @SuppressWarnings("try")
    void metersSayWhatWasDone() throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (Shards shards = new Shards(DatabaseKind.H2, "meters");
                ShardingMeters meters = new ShardingMeters(shards.dataSource())) {
            meters.bindTo(registry);
            doSomething(shards);

            assertThat(registry.get(ShardingMeters.STATEMENTS)
                            .tag("route", "one-node")
                            .functionTimer()
                            .count())
                    .isEqualTo(2);
            assertThat(registry.get(ShardingMeters.STATEMENTS)
                            .tag("route", "all-nodes")
                            .functionTimer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get(ShardingMeters.STATEMENTS)
                            .tag("route", "all-nodes")
                            .functionTimer()
                            .totalTime(TimeUnit.NANOSECONDS))
                    .isPositive();
            assertThat(registry.get(ShardingMeters.STATEMENTS)
                            .tag("route", "steps")
                            .functionTimer()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get(ShardingMeters.PULLED_ROWS)
                            .functionCounter()
                            .count())
                    .isPositive();
            assertThat(registry.get(ShardingMeters.PLANS).gauge().value()).isPositive();
            assertThat(registry.get(ShardingMeters.REFUSALS).functionCounter().count())
                    .isEqualTo(1);
            assertThat(registry.get(ShardingMeters.REFUSALS)
                            .functionCounter()
                            .getId()
                            .getTag("code"))
                    .startsWith("SHD-");
            assertThat(registry.get(ShardingMeters.ERRORS)
                            .tag("datasource", "ds_1")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
            assertThat(registry.get("hikaricp.connections").gauges()).hasSize(2);
            assertThat(registry.get(ShardingMeters.UNITS)
                            .functionCounter()
                            .getId()
                            .getTag("database"))
                    .isEqualTo("logic_db");

            meters.close();
            assertThat(registry.find(ShardingMeters.UNITS).meter()).isNull();
            assertThat(registry.find(ShardingMeters.REFUSALS).meter()).isNull();
        }
    }

    /** Bound twice, as after a reconfiguration. */
    @Test
    @SuppressWarnings("try")
    void closedMetersStayAwayWhateverIsRefusedLater() throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (Shards shards = new Shards(DatabaseKind.H2, "closed_meters");
                ShardingMeters meters = new ShardingMeters(shards.dataSource())) {
            meters.bindTo(registry);
            meters.bindTo(registry);
            assertThatThrownBy(() -> shards.run("SELECT FROM t_order WHERE")).isInstanceOf(SQLException.class);
            assertThat(registry.find(ShardingMeters.REFUSALS).functionCounters())
                    .hasSize(1);
            meters.close();
            assertThat(registry.find(ShardingMeters.REFUSALS).meter()).isNull();
            assertThatThrownBy(() -> shards.run("INSERT INTO t_order (user_id) VALUES (1)"))
                    .isInstanceOf(SQLException.class);
            assertThat(shards.dataSource().statistics().refusals()).hasSize(2);
            assertThat(registry.find(ShardingMeters.REFUSALS).meter()).isNull();
            meters.bindTo(registry);
            assertThat(registry.find(ShardingMeters.REFUSALS).functionCounters())
                    .hasSize(2);
        }
    }

    /** HikariCP's meters have no other tag than the name of the pool. */
    @Test
    @SuppressWarnings("try")
    void poolsOfTheSameNameInTwoDatabasesAreToldApart() throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (ShardingDataSource orders = named("orders");
                ShardingDataSource archive = named("archive");
                ShardingMeters first = new ShardingMeters(orders);
                ShardingMeters second = new ShardingMeters(archive)) {
            first.bindTo(registry);
            second.bindTo(registry);
            try (Connection connection = archive.getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                statement.execute("SELECT 1 FROM t_order");
                assertThat(pool(registry, "archive.ds_0")).isEqualTo(1);
                assertThat(pool(registry, "ds_0")).isZero();
            }
        }
        assertThat(registry.find("hikaricp.connections").gauges()).isEmpty();
    }

    private static double pool(MeterRegistry registry, String name) {
        return registry.get("hikaricp.connections.active")
                .tag("pool", name)
                .gauge()
                .value();
    }

    private static ShardingDataSource named(String database) throws SQLException {
        String url = "jdbc:h2:mem:meters_" + database + ";INIT=CREATE TABLE IF NOT EXISTS t_order (id INT)";
        return ShardingDataSourceFactory.create(ShardingConfiguration.builder()
                .databaseName(database)
                .dataSource("ds_0", Map.of("jdbcUrl", url, "username", "sa"))
                .rule(new SingleRuleConfiguration(List.of("*.*"), null))
                .build());
    }

    @Test
    void dashboardAsksForMetersThatPrometheusHas() throws Exception {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        Set<String> there = new TreeSet<>();
        try (Shards shards = new Shards(DatabaseKind.H2, "dashboard");
                ShardingMeters meters = new ShardingMeters(shards.dataSource())) {
            meters.bindTo(registry);
            doSomething(shards);
            for (String line : registry.scrape().split("\n")) {
                if (!line.startsWith("#")) {
                    there.add(line.substring(0, Math.max(line.indexOf('{'), 0)));
                }
            }
        }
        List<String> asked = new ArrayList<>();
        try (InputStream json = ShardingMeters.class.getResourceAsStream("grafana-dashboard.json")) {
            JsonNode dashboard = new ObjectMapper().readTree(json);
            assertThat(dashboard.path("title").asText()).isNotEmpty();
            for (JsonNode panel : dashboard.path("panels")) {
                assertThat(panel.path("targets"))
                        .as(panel.path("title").asText())
                        .isNotEmpty();
                for (JsonNode target : panel.path("targets")) {
                    Matcher names = METER.matcher(target.path("expr").asText());
                    assertThat(names.find()).as(target.toString()).isTrue();
                    names.reset();
                    while (names.find()) {
                        asked.add(names.group());
                    }
                }
            }
        }
        assertThat(asked).hasSizeGreaterThan(10).allSatisfy(name -> assertThat(there)
                .contains(name));
        assertThat(there.stream().filter(name -> name.startsWith("sharding_")))
                .allSatisfy(name -> assertThat(asked).contains(name));
    }
}
