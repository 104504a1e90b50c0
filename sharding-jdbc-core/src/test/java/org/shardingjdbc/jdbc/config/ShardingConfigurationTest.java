package org.shardingjdbc.jdbc.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** What a configuration is made of, and which of it may be null. */
class ShardingConfigurationTest {
    private static final String YAML = """
            databaseName: shop
            dataSources:
              ds_0: {jdbcUrl: "jdbc:h2:mem:a", password: hidden}
            rules:
            - !BROADCAST
              tables: [t_country]
            """;

    private static ShardingConfiguration.Builder builder() {
        return ShardingConfiguration.builder()
                .databaseName("shop")
                .dataSource("ds_0", Map.of("jdbcUrl", "jdbc:h2:mem:a", "password", "hidden"))
                .rule(new BroadcastRuleConfiguration(List.of("t_country")));
    }

    @Test
    void isEqualToTheSameThatWasReadOfADocument() {
        ShardingConfiguration read = YamlConfigurations.parse(YAML, "conf.yaml", PlaceholderType.NONE);
        ShardingConfiguration built = builder().build();
        assertThat(read).isEqualTo(built).hasSameHashCodeAs(built);
        assertThat(read.source().text()).isEqualTo(YAML);
        assertThat(built.source()).isNull();
        assertThat(read)
                .isNotEqualTo(builder().databaseName("other").build())
                .isNotEqualTo(builder().prop(PropKey.SQL_SHOW, true).build());
    }

    @Test
    void printsNoSecret() {
        assertThat(builder().build().toString()).contains("shop", "ds_0").doesNotContain("hidden");
    }

    @Test
    void aBlankDatabaseNameIsTheDefault() {
        assertThat(builder().databaseName(" ").build().databaseName())
                .isEqualTo(ShardingConfiguration.DEFAULT_DATABASE_NAME);
    }

    @Test
    void refusesNullAtOnceWhereNoneIsPromised() {
        assertThatNullPointerException().isThrownBy(() -> builder().databaseName(null));
        assertThatNullPointerException().isThrownBy(() -> builder().dataSource("ds_1", (DataSource) null));
        assertThatNullPointerException().isThrownBy(() -> builder().dataSource("ds_1", (DataSourceConfiguration) null));
        assertThatNullPointerException().isThrownBy(() -> builder().rule(null));
        assertThatNullPointerException().isThrownBy(() -> builder().transaction(null));
        assertThatNullPointerException().isThrownBy(() -> builder().prop(PropKey.SQL_SHOW, null));
        assertThatNullPointerException().isThrownBy(() -> new AlgorithmConfiguration("MOD", null));
        assertThatNullPointerException().isThrownBy(() -> new AuditConfiguration(null, true));
        assertThatNullPointerException().isThrownBy(() -> new BroadcastRuleConfiguration(null));
        assertThatNullPointerException().isThrownBy(() -> new SingleRuleConfiguration(null, null));
        assertThatNullPointerException().isThrownBy(() -> StrategyConfiguration.complex(null, "mod"));
    }
}
