package org.shardingjdbc.jdbc.config;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.internal.deploy.Deployer;
import org.shardingjdbc.rule.algorithm.WorkerIds;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.placement.PinnedTable;
import org.shardingjdbc.rule.placement.ReplicatedTable;

class YamlConfigurationsTest {
    private static final WorkerIds WORKER_IDS = () -> 0;

    private static final String WHOLE = """
            databaseName: shop
            mode:
              type: Standalone
            dataSources:
              ds_0: &pool
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                driverClassName: org.h2.Driver
                standardJdbcUrl: jdbc:h2:mem:ds_0
                username: sa
                password:
                connectionTimeoutMilliseconds: 30000
                idleTimeout: PT1M
                maxPoolSize: 10
                dataSourceProperties:
                  cachePrepStmts: true
              ds_1:
                <<: *pool
                standardJdbcUrl: jdbc:h2:mem:ds_1
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                  databaseStrategy:
                    standard:
                      shardingColumn: user_id
                      shardingAlgorithmName: db_inline
                  tableStrategy:
                    standard:
                      shardingColumn: order_id
                      shardingAlgorithmName: order_inline
                  keyGenerateStrategy:
                    column: order_id
                    keyGeneratorName: snowflake
                  auditStrategy:
                    auditorNames:
                      - conditions
                    allowHintDisable: false
                t_order_item:
                  actualDataNodes: ds_${0..1}.t_order_item_${0..1}
                  databaseStrategy:
                    standard:
                      shardingColumn: user_id
                      shardingAlgorithmName: db_inline
                  tableStrategy:
                    standard:
                      shardingColumn: order_id
                      shardingAlgorithmName: item_inline
                t_hint:
                  actualDataNodes: ds_${0..1}.t_hint
                  databaseStrategy:
                    hint:
                      shardingAlgorithmName: by_hint
                  tableStrategy:
                    none:
                t_complex:
                  actualDataNodes: ds_0.t_complex_${0..1}_${0..1}
                  databaseStrategy:
                    none:
                  tableStrategy:
                    complex:
                      shardingColumns: user_id, order_id
                      shardingAlgorithmName: complex_inline
                t_everywhere:
              autoTables:
                t_user:
                  actualDataSources: ds_${0..1}
                  shardingStrategy:
                    standard:
                      shardingAlgorithmName: user_mod
              bindingTables:
                - t_order,t_order_item
              defaultShardingColumn: user_id
              defaultDatabaseStrategy:
                standard:
                  shardingColumn: user_id
                  shardingAlgorithmName: db_inline
              keyGenerateStrategies:
                item_keys:
                  keyGenerateType: column
                  keyGeneratorName: snowflake
                  logicTable: t_order_item
                  keyGenerateColumn: item_id
              shardingAlgorithms:
                db_inline:
                  type: INLINE
                  props:
                    algorithm-expression: ds_${user_id % 2}
                order_inline:
                  type: INLINE
                  props:
                    algorithm-expression: t_order_${order_id % 2}
                item_inline:
                  type: INLINE
                  props:
                    algorithm-expression: t_order_item_${order_id % 2}
                by_hint:
                  type: HINT_INLINE
                  props:
                    algorithm-expression: ds_${value}
                complex_inline:
                  type: COMPLEX_INLINE
                  props:
                    sharding-columns: user_id,order_id
                    algorithm-expression: t_complex_${user_id % 2}_${order_id % 2}
                user_mod:
                  type: MOD
                  props:
                    sharding-count: 4
              keyGenerators:
                snowflake:
                  type: SNOWFLAKE
                  props:
                    worker-id: 7
              auditors:
                conditions:
                  type: DML_SHARDING_CONDITIONS
              shardingCache:
                allowedMaxSqlLength: 512
            - !BROADCAST
              tables:
                - t_country
            - !SINGLE
              tables:
                - ds_1.t_config
                - ds_0.*
              defaultDataSource: ds_1
            transaction:
              defaultType: LOCAL
            props:
              sql-show: true
              max-connections-size-per-query: 2
            """.replace("    t_everywhere:\n", "    t_everywhere: {}\n");

    private static ShardingConfiguration parse(String yaml) {
        return YamlConfigurations.parse(yaml, "conf.yaml", PlaceholderType.NONE);
    }

    @Test
    void readsWholeDocument() {
        ShardingConfiguration configuration = parse(WHOLE);
        assertThat(configuration.databaseName()).isEqualTo("shop");
        assertThat(configuration.dataSourceNames()).containsExactly("ds_0", "ds_1");
        assertThat(configuration.props().flag(PropKey.SQL_SHOW)).isTrue();
        assertThat(configuration.props().number(PropKey.MAX_CONNECTIONS_SIZE_PER_QUERY))
                .isEqualTo(2);
        assertThat(configuration.props().number(PropKey.KERNEL_EXECUTOR_SIZE)).isZero();
        assertThat(configuration.rules()).hasSize(3);
        assertThat(((SingleRuleConfiguration) configuration.rules().get(2)).tables())
                .hasSize(2);
    }

    @Test
    void readsPoolsByAnyOfTheirNames() {
        ShardingConfiguration configuration = parse(WHOLE);
        DataSourceConfiguration.Pooled pool = (DataSourceConfiguration.Pooled)
                Objects.requireNonNull(configuration.dataSources().get("ds_1"));
        assertThat(pool.properties())
                .containsEntry("jdbcUrl", "jdbc:h2:mem:ds_1")
                .containsEntry("connectionTimeout", "30000")
                .containsEntry("idleTimeout", "60000")
                .containsEntry("maximumPoolSize", "10")
                .containsEntry("dataSource.cachePrepStmts", "true")
                .doesNotContainKeys("dataSourceClassName", "password");
    }

    @Test
    void compilesWhatItRead() {
        Rules rules = Deployer.compile(parse(WHOLE), KeyGenerators.load(WORKER_IDS));
        PartitionedTable order = (PartitionedTable) rules.table("T_ORDER");
        assertThat(requireNonNull(order).dataNodes())
                .extracting(DataNode::toString)
                .containsExactly("ds_0.t_order_0", "ds_0.t_order_1", "ds_1.t_order_0", "ds_1.t_order_1");
        assertThat(order.shardingColumns()).containsExactly("user_id", "order_id");
        assertThat(requireNonNull(order.keyGeneration()).column()).isEqualTo("order_id");
        assertThat(order.audits()).singleElement().satisfies(audit -> {
            assertThat(audit.type()).isEqualTo("DML_SHARDING_CONDITIONS");
            assertThat(audit.hintDisableAllowed()).isFalse();
        });
        PartitionedTable item = (PartitionedTable) rules.table("t_order_item");
        assertThat(requireNonNull(item).bindingGroup())
                .isEqualTo(order.bindingGroup())
                .isZero();
        assertThat(requireNonNull(item.keyGeneration()).column()).isEqualTo("item_id");
        PartitionedTable user = (PartitionedTable) rules.table("t_user");
        assertThat(requireNonNull(user).dataNodes())
                .extracting(DataNode::toString)
                .containsExactly("ds_0.t_user_0", "ds_1.t_user_1", "ds_0.t_user_2", "ds_1.t_user_3");
        PartitionedTable everywhere = (PartitionedTable) rules.table("t_everywhere");
        assertThat(requireNonNull(everywhere).dataNodes())
                .extracting(DataNode::toString)
                .containsExactly("ds_0.t_everywhere", "ds_1.t_everywhere");
        assertThat(everywhere.shardingColumns()).containsExactly("user_id");
        assertThat(rules.table("t_country")).isEqualTo(new ReplicatedTable("t_country"));
        assertThat(rules.table("t_config")).isEqualTo(new PinnedTable("t_config", 1));
        assertThat(rules.table("t_other")).isNull();
        assertThat(rules.defaultDataSource()).isEqualTo(1);
        assertThat(rules.adopts(0, "public", "t_other")).isTrue();
        assertThat(rules.adopts(1, "public", "t_other")).isFalse();
    }

    /** As properties have them, and documents of ShardingSphere 4 had. */
    @Test
    void namesOfATextStandBetweenCommas() {
        String yaml = """
                rules:
                - !BROADCAST
                  tables: t_country, t_currency
                """;
        assertThat(((BroadcastRuleConfiguration) parse(yaml).rules().get(0)).tables())
                .containsExactly("t_country", "t_currency");
    }

    @Test
    void fillsPlaceholders() {
        System.setProperty("sharding.test.url", "jdbc:h2:mem:filled");
        try {
            String yaml = """
                    dataSources:
                      ds_0:
                        jdbcUrl: $${sharding.test.url::jdbc:h2:mem:other}
                        username: $${sharding.test.user::s}$${sharding.test.more::a}
                    """;
            ShardingConfiguration configuration =
                    YamlConfigurations.parse(yaml, "conf.yaml", PlaceholderType.SYSTEM_PROPS);
            DataSourceConfiguration.Pooled pool = (DataSourceConfiguration.Pooled)
                    Objects.requireNonNull(configuration.dataSources().get("ds_0"));
            assertThat(pool.properties())
                    .containsEntry("jdbcUrl", "jdbc:h2:mem:filled")
                    .containsEntry("username", "sa");
        } finally {
            System.clearProperty("sharding.test.url");
        }
    }

    @Test
    void neverPrintsSecrets() {
        ShardingConfiguration configuration = ShardingConfiguration.builder()
                .dataSource("ds_0", java.util.Map.of("jdbcUrl", "jdbc:x:secret", "password", "secret"))
                .build();
        assertThat(configuration.toString()).doesNotContain("secret");
    }

    @Test
    void takesDocumentsAboveThreeMegabytes() {
        StringBuilder yaml =
                new StringBuilder("dataSources:\n  ds_0:\n    jdbcUrl: jdbc:h2:mem:a\nrules:\n- !SINGLE\n  tables:\n");
        for (int i = 0; i < 200_000; i++) {
            yaml.append("  - ds_0.t_with_a_long_name_").append(i).append('\n');
        }
        assertThat(yaml.length()).isGreaterThan(3 * 1024 * 1024);
        assertThat(Deployer.compile(parse(yaml.toString()), KeyGenerators.load(WORKER_IDS))
                        .tables())
                .hasSize(200_000);
    }

    @Test
    void refusesAliasBombs() {
        StringBuilder yaml = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 200; i++) {
            yaml.append("a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1) + "]\n");
        }
        assertThatThrownBy(() -> parse(yaml.toString())).isInstanceOf(ShardingException.class);
    }

    @Test
    void instantiatesNothingThatTheDocumentNames() {
        String yaml = "dataSources: !!javax.script.ScriptEngineManager [!!java.net.URL [\"http://localhost/\"]]\n";
        assertThatThrownBy(() -> parse(yaml))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("conf.yaml:1:14 cannot be read");
    }

    @Test
    void buildsTheSameInJava() {
        Rules rules = Deployer.compile(
                ShardingConfiguration.builder()
                        .dataSource("ds_0", java.util.Map.of("jdbcUrl", "jdbc:h2:mem:a"))
                        .rule(new SingleRuleConfiguration(List.of("*.*"), null))
                        .prop(PropKey.PLAN_CACHE_SIZE, 10)
                        .build(),
                KeyGenerators.load(WORKER_IDS));
        assertThat(rules.adopts(0, null, "t")).isTrue();
        assertThat(rules.defaultDataSource()).isZero();
    }
}
