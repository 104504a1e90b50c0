package org.shardingjdbc.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.engine.observe.StatementRoute;
import org.shardingjdbc.engine.observe.Statistics;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** The page says what there is, and its snippets stand here and run. */
class ObservabilityPageTest {
    private static final Path SOURCE = Path.of("src/test/java/org/shardingjdbc/micrometer/ObservabilityPageTest.java");

    private static String page() throws IOException {
        return Files.readString(Path.of("../docs/observability.md"));
    }

    @Test
    void snippetsRun() throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        ObservationRegistry observationRegistry = ObservationRegistry.create();
        try (Shards shards = new Shards(DatabaseKind.H2, "observability_page")) {
            ShardingDataSource dataSource = shards.dataSource();
            // spotless:off
            Statistics statistics = dataSource.statistics();
            statistics.statements(StatementRoute.ONE_NODE);
            statistics.refusals(); // by code, such as SHD-2004
            statistics.errors(); // of drivers, by data source
            new ShardingMeters(dataSource).bindTo(registry);
            dataSource.observe(new ShardingObservations(observationRegistry));
            // spotless:on
            shards.run("SELECT note FROM t_order WHERE order_id = 1");
            assertThat(statistics.statements(StatementRoute.ONE_NODE)).isEqualTo(1);
        }
        List<String> snippets = new ArrayList<>();
        for (String part : page().split("```java\n")) {
            if (!part.startsWith("#")) {
                snippets.addAll(part.substring(0, part.indexOf("```")).lines().toList());
            }
        }
        assertThat(snippets).hasSizeGreaterThan(3);
        String source = Files.readString(SOURCE);
        assertThat(snippets).allSatisfy(line -> assertThat(source).contains(line));
    }

    @Test
    void metersAndRoutesAreExplained() throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (Shards shards = new Shards(DatabaseKind.H2, "observability_page");
                ShardingMeters meters = new ShardingMeters(shards.dataSource())) {
            meters.bindTo(registry);
            for (Meter meter : registry.getMeters()) {
                if (meter.getId().getName().startsWith("sharding.")) {
                    assertThat(page()).contains("| `" + meter.getId().getName() + "` |");
                }
            }
        }
        assertThat(page()).contains("`" + ShardingMeters.REFUSALS + "`");
        for (StatementRoute route : StatementRoute.values()) {
            assertThat(page()).contains("| `" + route.tag() + "` |");
        }
        assertThat(page()).contains("`" + ShardingObservations.STATEMENT + "`", "`" + ShardingObservations.UNIT + "`");
    }
}
