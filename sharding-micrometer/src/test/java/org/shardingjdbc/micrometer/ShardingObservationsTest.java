package org.shardingjdbc.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.engine.observe.ObserverRegistration;
import org.shardingjdbc.testkit.DatabaseKind;

/** Spans by OpenTelemetry's own SDK, through Micrometer's bridge. */
class ShardingObservationsTest {
    private static final AttributeKey<String> TEXT = AttributeKey.stringKey("db.query.text");
    private static final AttributeKey<String> DATA_SOURCE = AttributeKey.stringKey("sharding.datasource");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("sharding.error");

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ObservationRegistry registry = ObservationRegistry.create();

    ShardingObservationsTest() {
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                .build();
        OtelTracer tracer = new OtelTracer(provider.get("test"), new OtelCurrentTraceContext(), event -> {});
        registry.observationConfig()
                .observationHandler(new DefaultTracingObservationHandler(tracer))
                .observationHandler(new DefaultMeterObservationHandler(meters));
    }

    private List<SpanData> spans(String name) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    @SuppressWarnings("try")
    void statementAndItsUnitsAreSpansOfTheCaller(DatabaseKind kind) throws Exception {
        try (Shards shards = new Shards(kind, "spans");
                ObserverRegistration registration = shards.dataSource().observe(new ShardingObservations(registry))) {
            Observation.createNotStarted("caller", registry).observe(() -> {
                try {
                    shards.run("SELECT note FROM t_order WHERE user_id = 4711 ORDER BY order_id");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            SpanData caller = spans("caller").get(0);
            SpanData statement = spans("sharding.statement").get(0);
            assertThat(statement.getParentSpanId()).isEqualTo(caller.getSpanId());
            assertThat(statement.getAttributes().get(TEXT))
                    .isEqualTo("SELECT note FROM t_order WHERE user_id = ? ORDER BY order_id");
            assertThat(spans("sharding.unit"))
                    .isNotEmpty()
                    .allSatisfy(unit -> assertThat(unit.getParentSpanId()).isEqualTo(statement.getSpanId()))
                    .allSatisfy(
                            unit -> assertThat(unit.getAttributes().get(TEXT)).contains("t_order_"))
                    .extracting(unit -> unit.getAttributes().get(DATA_SOURCE))
                    .contains("ds_0", "ds_1");
            assertThat(exporter.getFinishedSpanItems())
                    // moments and ids may have these digits by chance
                    .noneMatch(span -> (span.getName() + span.getAttributes() + span.getEvents() + span.getStatus())
                            .contains("4711"));
            assertThat(meters.get("sharding.unit")
                            .tag("sharding.datasource", "ds_0")
                            .timer()
                            .count())
                    .isPositive();

            registration.close();
            exporter.reset();
            shards.run("SELECT note FROM t_order");
            assertThat(exporter.getFinishedSpanItems()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void failuresAreTold(DatabaseKind kind) throws Exception {
        try (Shards shards = new Shards(kind, "failed_spans");
                ObserverRegistration registration = shards.dataSource().observe(new ShardingObservations(registry))) {
            assertThat(registration).isNotNull();
            assertThatThrownBy(() -> shards.run("SELECT FROM t_order WHERE")).isInstanceOf(SQLException.class);
            assertThat(spans("sharding.statement").get(0).getAttributes().get(ERROR))
                    .startsWith("SHD-");
            assertThat(spans("sharding.unit")).isEmpty();
            exporter.reset();

            try (Connection connection = shards.dataSource().getConnection();
                    PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO t_order VALUES (?, 1, 'secret')")) {
                insert.setLong(1, 1);
                assertThatThrownBy(insert::executeUpdate).isInstanceOf(SQLException.class);
            }
            SpanData unit = spans("sharding.unit").get(0);
            assertThat(unit.getStatus().getStatusCode())
                    .isEqualTo(StatusData.error().getStatusCode());
            assertThat(unit.getAttributes().get(ERROR)).startsWith("23");
            assertThat(spans("sharding.statement").get(0).getAttributes().get(ERROR))
                    .startsWith("23");
            assertThat(exporter.getFinishedSpanItems())
                    .noneMatch(span -> span.toString().contains("secret"));
        }
    }
}
