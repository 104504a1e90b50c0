package org.shardingjdbc.spring.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.micrometer.ShardingMeters;
import org.shardingjdbc.spring.actuate.ShardingMetersAutoConfiguration;

/** Sharded databases without a {@code databaseName} have all the same one. */
class SameNamesTest {
    @Test
    void metersOfEachDatabaseAreItsOwn() throws SQLException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (ShardingDataSource one = dataSource("one");
                ShardingDataSource two = dataSource("two");
                ShardingDataSource three = dataSource("three")) {
            new ShardingMetersAutoConfiguration()
                    .shardingMeters(Map.of("one", one, "two", two, "three", three))
                    .bindTo(registry);
            try (Connection connection = two.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("SELECT 1");
            }
            assertThat(units(registry, "one")).isZero();
            assertThat(units(registry, "two")).isEqualTo(1);
            assertThat(units(registry, "three")).isZero();
            assertThat(registry.find("hikaricp.connections").gauges()).hasSize(3);
        }
    }

    private static double units(SimpleMeterRegistry registry, String database) {
        return registry.get(ShardingMeters.UNITS)
                .tag(ShardingMeters.DATABASE, database)
                .functionCounter()
                .count();
    }

    private static ShardingDataSource dataSource(String name) throws SQLException {
        return ShardingDataSourceFactory.create(YamlConfigurations.parse(
                "dataSources: {ds_0: {jdbcUrl: 'jdbc:h2:mem:same_" + name + "', username: sa, maximumPoolSize: 2}}",
                name,
                PlaceholderType.NONE));
    }
}
