package org.shardingjdbc.jdbc.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;

/** A configuration that is written after a document has its placeholders. */
class RestoredPlaceholdersTest {
    private static final PlaceholderSource VALUES = new PlaceholderSource() {
        private final Map<String, String> values = Map.of("PASSWORD", "secret one", "WORKER", "7", "HOST", "db-1");

        @Override
        public @Nullable String value(String name) {
            return values.get(name);
        }

        @Override
        public String fill(String text) {
            return text;
        }
    };
    private static final String DOCUMENT = """
            dataSources:
              ds_0: &pool
                jdbcUrl: jdbc:h2:mem:$${HOST}_0
                username: $${USER::sa}
                password: $${PASSWORD}
              ds_1:
                <<: *pool
                jdbcUrl: jdbc:h2:mem:$${HOST}_1
            rules:
            - !SINGLE
              tables: ["*.*"]
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order
                  keyGenerateStrategy: {column: order_id, keyGeneratorName: snow}
              keyGenerators:
                snow: {type: SNOWFLAKE, props: {worker-id: '$${WORKER}'}}
            """;

    private static ShardingConfiguration read(String text) {
        return YamlConfigurations.parse(text, "kept.yaml", VALUES);
    }

    @Test
    void whatIsTheSameKeepsItsPlaceholder() {
        ShardingConfiguration before = read(DOCUMENT);
        List<RuleConfiguration> rules = new ArrayList<>(before.rules());
        rules.add(0, rules.remove(1));
        ShardingConfiguration next = before.toBuilder()
                .dataSource("ds_2", Map.of("jdbcUrl", "jdbc:h2:mem:other", "password", "secret one"))
                .rules(rules)
                .build();
        DocumentSource source = before.source();
        assertThat(source).isNotNull();
        String text = YamlConfigurations.write(next, source);
        assertThat(text)
                .contains("jdbcUrl: jdbc:h2:mem:$${HOST}_0", "jdbcUrl: jdbc:h2:mem:$${HOST}_1")
                .contains("username: $${USER::sa}", "password: $${PASSWORD}", "worker-id: '$${WORKER}'")
                // of a data source that the document did not have, nothing is known
                .containsOnlyOnce("secret one");
        assertThat(read(text)).isEqualTo(next);
    }

    @Test
    void whatChangedIsWrittenAsItIs() {
        ShardingConfiguration before = read(DOCUMENT);
        List<RuleConfiguration> rules = new ArrayList<>(before.rules());
        rules.set(
                1,
                ShardingRuleConfiguration.builder()
                        .keyGenerator("snow", AlgorithmConfiguration.of("SNOWFLAKE", "worker-id", "8"))
                        .build());
        ShardingConfiguration next = before.toBuilder()
                .dataSource("ds_1", Map.of("jdbcUrl", "jdbc:h2:mem:moved", "username", "sa", "password", "secret two"))
                .rules(rules)
                .build();
        DocumentSource source = before.source();
        assertThat(source).isNotNull();
        String text = YamlConfigurations.write(next, source);
        assertThat(text)
                .contains("worker-id: 8", "jdbcUrl: jdbc:h2:mem:moved", "password: secret two")
                .contains("jdbcUrl: jdbc:h2:mem:$${HOST}_0", "password: $${PASSWORD}");
        assertThat(read(text)).isEqualTo(next);
    }
}
