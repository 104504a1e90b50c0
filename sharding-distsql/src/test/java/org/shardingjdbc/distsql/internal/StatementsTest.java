package org.shardingjdbc.distsql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.DataSourceConfiguration;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.rule.config.BindingTablesConfiguration;

/** Configurations written as statements, and made of these again; nothing of it is opened. */
class StatementsTest {
    private static final int CONFIGURATIONS = 600;

    @Test
    void statementsOfARandomConfigurationMakeTheSameOne() throws SQLException {
        long statements = 0;
        for (int seed = 0; seed < CONFIGURATIONS; seed++) {
            ShardingConfiguration wanted = new RandomConfiguration(new Random(seed)).build();
            List<String> written = Statements.of(wanted);
            MemoryTarget memory = new MemoryTarget();
            for (String statement : written) {
                memory.execute(statement);
            }
            assertThat(memory.configuration().dataSources())
                    .as("seed %d: %s", seed, written)
                    .isEqualTo(wanted.dataSources());
            assertThat(memory.configuration().rules())
                    .as("seed %d: %s", seed, written)
                    .containsExactlyInAnyOrderElementsOf(wanted.rules());
            assertThat(memory.configuration().props())
                    .as("seed %d: %s", seed, written)
                    .isEqualTo(wanted.props());
            statements += written.size();
        }
        assertThat(statements).isGreaterThan(CONFIGURATIONS * 8L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb", "postgresql"})
    void aUnitByHostIsOfTheKindOfTheOthers(String kind) throws SQLException {
        MemoryTarget memory = new MemoryTarget()
                .execute("REGISTER STORAGE UNIT ds_0 (URL='jdbc:" + kind + "://db:1/a?x=y')")
                .execute(
                        "REGISTER STORAGE UNIT ds_1 (HOST=\"db\", PORT=3306, DB=\"shop\", USER=\"root\", PASSWORD=\"a\")")
                .execute("ALTER STORAGE UNIT ds_0 (HOST='::1', PORT=3307, DB='shop')");
        assertThat(memory.configuration().dataSources())
                .containsEntry(
                        "ds_1",
                        new DataSourceConfiguration.Pooled(Map.of(
                                "jdbcUrl", "jdbc:" + kind + "://db:3306/shop", "username", "root", "password", "a")))
                .containsEntry(
                        "ds_0",
                        new DataSourceConfiguration.Pooled(Map.of("jdbcUrl", "jdbc:" + kind + "://[::1]:3307/shop")));
    }

    @Test
    void aUnitByHostIsRefusedWhereTheOthersDoNotTellItsKind() throws SQLException {
        String wanted = "REGISTER STORAGE UNIT ds_9 (HOST=\"db\", PORT=3306, DB=\"shop\")";
        MemoryTarget memory = new MemoryTarget();
        assertThatThrownBy(() -> memory.execute(wanted))
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("ds_9")
                .hasMessageContaining("URL=");
        memory.execute("REGISTER STORAGE UNIT ds_0 (URL='jdbc:mysql://db:1/a'), ds_1 (URL='jdbc:mariadb://db:1/a')");
        assertThatThrownBy(() -> memory.execute(wanted)).hasMessageContaining("URL=");
        memory.execute("UNREGISTER STORAGE UNIT ds_1").execute(wanted);
        assertThat(memory.configuration().dataSources()).containsOnlyKeys("ds_0", "ds_9");
    }

    @Test
    void anAlteredRuleKeepsWhatStatementsDoNotSay() throws SQLException {
        ShardingConfiguration before = YamlConfigurations.parse("""
                dataSources:
                  ds_0: {jdbcUrl: 'jdbc:h2:mem:a'}
                  ds_1: {jdbcUrl: 'jdbc:h2:mem:b'}
                rules:
                - !READWRITE_SPLITTING
                  dataSourceGroups:
                    g:
                      writeDataSourceName: ds_0
                      readDataSourceNames: [ds_1]
                      max-lag-millis: 5000
                - !ENCRYPT
                  tables:
                    t:
                      columns:
                        a:
                          cipher: {name: a_cipher, encryptorName: e}
                          plain: {name: a, state: READ_PLAIN}
                  encryptors:
                    e: {type: MD5}
                - !MASK
                  tables:
                    t:
                      columns:
                        b: {maskAlgorithm: m, strict: true}
                  maskAlgorithms:
                    m: {type: MD5}
                - !SHARDING
                  autoTables:
                    t_null:
                      actualDataSources: ds_0,ds_1
                      shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id, nullPlacement: 3}}
                  shardingAlgorithms:
                    by_id: {type: MOD, props: {sharding-count: 4}}
                """, "before", PlaceholderType.NONE);
        MemoryTarget memory = new MemoryTarget();
        memory.change(unknown -> before);
        memory.execute("ALTER READWRITE_SPLITTING RULE g (WRITE_STORAGE_UNIT=ds_1, READ_STORAGE_UNITS(ds_0))")
                .execute("ALTER ENCRYPT RULE T (COLUMNS((NAME=A, CIPHER=c, ENCRYPT_ALGORITHM(TYPE(NAME='AES')))))")
                .execute("ALTER MASK RULE t (COLUMNS((NAME=b, TYPE(NAME='MD5')), (NAME=c, TYPE(NAME='MD5'))))");
        memory.execute("ALTER SHARDING TABLE RULE t_null (STORAGE_UNITS(ds_0), SHARDING_COLUMN=ID,"
                + " TYPE(NAME='MOD', PROPERTIES('sharding-count'='4')))");
        String after = YamlConfigurations.write(memory.configuration(), Secrets.WRITTEN);
        assertThat(after)
                .contains(
                        "nullPlacement: 3",
                        "max-lag-millis: 5000",
                        "writeDataSourceName: ds_1",
                        "state: READ_PLAIN",
                        "name: c",
                        "strict: true")
                .doesNotContain("    e:", "    m:");
    }

    @Test
    void groupsOfBindingTablesAreCalledAsInTheDocumentOrByTheirFirstTable() throws SQLException {
        ShardingConfiguration before = YamlConfigurations.parse("""
                dataSources:
                  ds_0: {jdbcUrl: 'jdbc:h2:mem:a'}
                rules:
                - !SHARDING
                  tables:
                    a: {actualDataNodes: ds_0.a}
                    b: {actualDataNodes: ds_0.b}
                  bindingTables:
                  - 'ref_0: a, b'
                  - c, d
                  - tables: [e, f]
                    dependences: order_id -> user_id
                """, "before", PlaceholderType.NONE);
        MemoryTarget memory = new MemoryTarget();
        memory.change(unknown -> before);
        assertThat(memory.ask("SHOW SHARDING TABLE REFERENCE RULES"))
                .containsExactly(List.of("ref_0", "a,b"), List.of("reference_c", "c,d"), List.of("reference_e", "e,f"));
        memory.execute("ALTER SHARDING TABLE REFERENCE RULE REFERENCE_E (e, g), ref_0 (b)")
                .execute("DROP SHARDING TABLE REFERENCE RULE reference_c");
        assertThat(ShardingDraft.ruleOf(memory.configuration()).bindingTables())
                .containsExactly(
                        new BindingTablesConfiguration("ref_0", List.of("b"), List.of()),
                        BindingTablesConfiguration.of("e", "g").withDependence("order_id", "user_id"));
        assertThat(YamlConfigurations.write(memory.configuration(), Secrets.WRITTEN))
                .contains("name: ref_0");
    }
}
