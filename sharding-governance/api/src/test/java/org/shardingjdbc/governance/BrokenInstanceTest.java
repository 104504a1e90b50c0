package org.shardingjdbc.governance;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.governance.testkit.Governed;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.governance.InstanceState;
import org.shardingjdbc.rule.algorithm.PreciseShardingValue;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.algorithm.StandardShardingAlgorithm;

/** An instance whose class path is not that of the others. */
class BrokenInstanceTest {
    private static final AtomicBoolean BROKEN = new AtomicBoolean();

    /** Compiled against another library where an instance takes what others changed. */
    public static final class OfAnotherLibrary implements StandardShardingAlgorithm<Comparable<?>> {
        @Override
        public String precise(List<String> targets, PreciseShardingValue<Comparable<?>> value) {
            return targets.get(0);
        }

        @Override
        public Collection<String> range(List<String> targets, RangeShardingValue<Comparable<?>> range) {
            return targets;
        }

        @Override
        public int autoTableCount() {
            if (BROKEN.get() && Thread.currentThread().getName().equals("sharding-jdbc-governance")) {
                throw new NoSuchMethodError("gone");
            }
            return 2;
        }
    }

    private static ShardingConfiguration configuration(String tables) {
        GovernedInstances instances = new GovernedInstances("broken", """
                  type: Cluster
                  repository:
                    type: JDBC
                    props:
                      jdbc_url: 'jdbc:h2:mem:broken_registry;DB_CLOSE_DELAY=-1'
                      pollIntervalMilliseconds: 50
                """);
        return instances.document("""
                dataSources:
                  ds_0:
                    jdbcUrl: jdbc:h2:mem:broken_0;DB_CLOSE_DELAY=-1
                    username: sa
                rules:
                - !SHARDING
                  autoTables:
                    t_order: &table
                      actualDataSources: ds_0
                      shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: own}}
                %s
                  shardingAlgorithms:
                    own:
                      type: CLASS_BASED
                      props:
                        strategy: STANDARD
                        algorithmClassName: %s
                """.formatted(tables, OfAnotherLibrary.class.getName()));
    }

    @Test
    void itSaysSoAndTriesAgain() throws SQLException {
        BROKEN.set(true);
        try (ShardingDataSource first = ShardingDataSourceFactory.create(configuration(""));
                ShardingDataSource second = ShardingDataSourceFactory.create(configuration(""))) {
            String id = second.governance().instanceId();
            first.reconfigure(configuration("    t_item: *table"));
            assertThat(Governed.until(() -> state(first, id).problem().contains("gone")))
                    .isTrue();
            assertThat(second.governance().version()).isEqualTo(1);
            BROKEN.set(false);
            assertThat(Governed.until(() -> state(first, id).rulesVersion() == 2))
                    .isTrue();
            assertThat(second.dataNodes("t_item")).hasSize(2);
        }
    }

    private static InstanceState state(ShardingDataSource asked, String id) {
        try {
            return asked.governance().instances().stream()
                    .filter(each -> each.id().equals(id))
                    .findFirst()
                    .orElseThrow();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
