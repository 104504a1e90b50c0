package org.shardingjdbc.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.proxy.ProxyOptions;
import org.shardingjdbc.proxy.ShardingProxy;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

class ProxyMetersTest {
    private static ShardingDataSource open(InputStream yaml) throws SQLException, IOException {
        String text = new String(yaml.readAllBytes(), StandardCharsets.UTF_8)
                .replace("\"\n    username", "?binaryTransfer=false\"\n    username");
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void metersTellWhatTheProxyCountsAndAreExplained() throws Exception {
        MeterRegistry registry = new SimpleMeterRegistry();
        try (Fixture<ShardingDataSource> fixture = Fixture.on(DatabaseKind.POSTGRESQL, "proxy_meters")
                        .sharded("t_order", "order_id", 2)
                        .open(ProxyMetersTest::open);
                ShardingProxy proxy = ShardingProxy.start(
                        Map.of("logic", fixture.sharded()),
                        ProxyOptions.onPort(0).trustEveryone());
                ProxyMeters meters = new ProxyMeters(proxy)) {
            meters.bindTo(registry);
            try (Connection connection = DriverManager.getConnection(
                            "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/logic", "anybody", "");
                    Statement statement = connection.createStatement()) {
                double before =
                        registry.get(ProxyMeters.STATEMENTS).functionCounter().count();
                statement.execute("SELECT 1");
                assertThat(registry.get(ProxyMeters.STATEMENTS)
                                .functionCounter()
                                .count())
                        .isEqualTo(before + 1);
                assertThat(registry.get(ProxyMeters.CONNECTIONS)
                                .functionCounter()
                                .count())
                        .isEqualTo(1);
                double sessions = registry.get(ProxyMeters.SESSIONS).gauges().stream()
                        .mapToDouble(each -> each.value())
                        .sum();
                assertThat(sessions).isEqualTo(1);
                assertThat(registry.get(ProxyMeters.REFUSED_LOGINS)
                                .functionCounter()
                                .count())
                        .isZero();
                for (String direction : new String[] {"received", "sent"}) {
                    assertThat(registry.get(ProxyMeters.BYTES)
                                    .tags("direction", direction, "port", String.valueOf(proxy.port()))
                                    .functionCounter()
                                    .count())
                            .isPositive();
                }
            }
            String page = Files.readString(Path.of("../docs/observability.md"));
            for (Meter meter : registry.getMeters()) {
                assertThat(page).contains("| `" + meter.getId().getName() + "` |");
            }
        }
        assertThat(registry.getMeters()).isEmpty();
    }
}
