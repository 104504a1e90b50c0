package org.shardingjdbc.jdbc.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.algorithm.PreciseShardingValue;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.algorithm.StandardShardingAlgorithm;

/** A configuration is compiled when a data source is opened with it, and then once. */
class CompiledOnceTest {
    private static final String YAML = """
            dataSources:
              ds_0:
                jdbcUrl: jdbc:h2:mem:compiled_once
            rules:
            - !SHARDING
              tables:
                t:
                  actualDataNodes: ds_0.t_0
                  tableStrategy:
                    standard:
                      shardingColumn: id
                      shardingAlgorithmName: counted
              shardingAlgorithms:
                counted:
                  type: CLASS_BASED
                  props:
                    strategy: STANDARD
                    algorithmClassName: org.shardingjdbc.jdbc.config.CompiledOnceTest$Counted
            """;

    /** Counts how often it is made. */
    public static final class Counted implements StandardShardingAlgorithm<Comparable<?>> {
        private static final AtomicInteger MADE = new AtomicInteger();

        public Counted() {
            MADE.incrementAndGet();
        }

        @Override
        public String precise(List<String> targets, PreciseShardingValue<Comparable<?>> value) {
            return targets.get(0);
        }

        @Override
        public Collection<String> range(List<String> targets, RangeShardingValue<Comparable<?>> range) {
            return targets;
        }
    }

    @Test
    void anAlgorithmIsMadeOnceForADataSource() throws Exception {
        int before = Counted.MADE.get();
        try (ShardingDataSource opened = ShardingDataSourceFactory.create(stream(YAML))) {
            assertThat(opened.isClosed()).isFalse();
            assertThat(Counted.MADE.get() - before).isEqualTo(1);
        }
    }

    @Test
    void mistakesThatOpeningFindsHaveTheirPlace() {
        assertThatThrownBy(() -> ShardingDataSourceFactory.create(stream(YAML.replace("ds_0.t_0", "ds_9.t_0"))))
                .hasMessageContaining("the stream:8:24: ")
                .hasMessageContaining("ds_9");
    }

    private static ByteArrayInputStream stream(String yaml) {
        return new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
    }
}
