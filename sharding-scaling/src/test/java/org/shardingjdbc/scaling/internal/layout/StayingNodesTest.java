package org.shardingjdbc.scaling.internal.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.jdbc.internal.deploy.Deployer;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.scaling.internal.PlantedClasses;

/** Which data nodes of two layouts have the same rows in both. */
public class StayingNodesTest {
    private static final String CONFIGURATION = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:staying_nodes', username: sa}
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_0.t_order_${0..%d}
                  tableStrategy: {standard: {shardingColumn: %s, shardingAlgorithmName: placed}}
              shardingAlgorithms:
                placed: {type: %s}
            """;

    private static final String ODD = "INLINE, props: {algorithm-expression: 't_order_${%s %% 2}'}";
    private static final String SLOTS = "HASH_SLOT, props: {slots: 8, nodes: '%s'}";
    private static final String HALVES = SLOTS.formatted("ds_0.*_0: 0-3; ds_0.*_1: 4-7");

    @TempDir
    private Path folder;

    /** What must not be; each is found. */
    enum Flaw {
        AS_MANY_SLOTS(
                "slots(one, left).equals(slots(other, right))",
                "slots(one, left).cardinality() == slots(other, right).cardinality()"),
        ANY_ALGORITHM("return one != null && one.equals(other);", "return one != null;"),
        ANY_COLUMN("!before.shardingColumns().equals(next.shardingColumns()) || ", ""),
        ANY_NUMBER_OF_TABLES("&& before.actualTables().equals(next.actualTables())", ""),
        NEVER("if (!byName) {", "if (true) {");

        private final List<String> parts;

        Flaw(String... parts) {
            this.parts = List.of(parts);
        }
    }

    private static ShardingConfiguration layout(int last, String column, String algorithm) {
        return YamlConfigurations.parse(
                CONFIGURATION.formatted(last, column, algorithm), "staying.yaml", PlaceholderType.NONE);
    }

    private static boolean stays(ShardingConfiguration from, ShardingConfiguration to) throws Exception {
        try (Deployer leaving = Layouts.deployer();
                Deployer entering = Layouts.deployer()) {
            return new StayingNodes(from, to).stays(table(leaving, from), 0, table(entering, to), 0);
        }
    }

    private static PartitionedTable table(Deployer deployer, ShardingConfiguration configuration) throws Exception {
        LogicTable table = deployer.deploy(configuration, (deployment, pools, begin) -> begin.run())
                .rules()
                .table("t_order");
        return Objects.requireNonNull(Objects.requireNonNull(table).partitioning());
    }

    /** The first data node of each. */
    public static void check() throws Exception {
        ShardingConfiguration halves = layout(1, "user_id", HALVES);
        assertThat(stays(halves, halves)).isTrue();
        assertThat(stays(halves, layout(2, "user_id", SLOTS.formatted("ds_0.*_0: 0-3; ds_0.*_1: 4-5; ds_0.*_2: 6-7"))))
                .isTrue();
        assertThat(stays(halves, layout(1, "user_id", SLOTS.formatted("ds_0.*_0: 4-7; ds_0.*_1: 0-3"))))
                .isFalse();
        assertThat(stays(halves, layout(1, "order_id", HALVES))).isFalse();
        ShardingConfiguration named = layout(1, "user_id", ODD.formatted("user_id"));
        assertThat(stays(named, named)).isTrue();
        assertThat(stays(named, layout(1, "user_id", ODD.formatted("(user_id + 1)"))))
                .isFalse();
        assertThat(stays(named, layout(1, "order_id", ODD.formatted("order_id"))))
                .isFalse();
        assertThat(stays(named, layout(2, "user_id", ODD.formatted("user_id")))).isFalse();
        assertThat(stays(named, halves)).isFalse();
    }

    @Test
    void aDataNodeStaysWhereThatIsProved() throws Exception {
        check();
    }

    @ParameterizedTest
    @EnumSource
    void eachFlawIsFound(Flaw flaw) throws Exception {
        PlantedClasses.requireFinds(StayingNodesTest.class, "StayingNodes", folder, flaw.parts);
    }
}
