package org.shardingjdbc.distsql.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.feature.limits.LimitsConfiguration;
import org.shardingjdbc.feature.limits.StatementLimit;
import org.shardingjdbc.feature.limits.StatementLimit.LimitedStatements;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.ShardingProps;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.rule.config.RuleConfiguration;

/** Documents that are exported, and imported again. */
class ImportsTest {
    private static final int CONFIGURATIONS = 300;
    private static final TransactionConfiguration XA = new TransactionConfiguration("XA", "Narayana", Map.of("a", "b"));

    private static ShardingConfiguration with(
            ShardingConfiguration some, List<RuleConfiguration> rules, Map<String, String> props) {
        return ShardingConfiguration.builder()
                .databaseName("shop")
                .transaction(XA)
                .dataSources(some.dataSources())
                .rules(rules)
                .props(new ShardingProps(props))
                .build();
    }

    @Test
    void anExportedConfigurationMakesTheSameOneOfAnEmptyDatabase() throws IOException, SQLException {
        Path file = Path.of("target", "exported.yaml");
        Set<String> rules = new TreeSet<>();
        for (int seed = 0; seed < CONFIGURATIONS; seed++) {
            ShardingConfiguration some = new RandomConfiguration(new Random(seed)).build();
            List<RuleConfiguration> all = new ArrayList<>(some.rules());
            all.add(limits(seed));
            ShardingConfiguration wanted =
                    with(some, all, Map.of(PropKey.SQL_SHOW.key(), "true", PropKey.MAX_BOUND_VALUES.key(), "" + seed));
            wanted.rules().forEach(rule -> rules.add(rule.getClass().getSimpleName()));
            Files.writeString(file, filled(exported(wanted), wanted));
            MemoryTarget empty = new MemoryTarget();
            empty.change(none -> with(ShardingConfiguration.builder().build(), List.of(), Map.of()));
            empty.execute("IMPORT DATABASE CONFIGURATION FROM '" + file + "'");
            assertThat(empty.configuration()).as("seed %d", seed).isEqualTo(wanted);
        }
        assertThat(rules).hasSize(8);
    }

    private static LimitsConfiguration limits(int number) {
        StatementLimit limit = StatementLimit.builder()
                .tables(List.of("t_order"))
                .readers(List.of("reports"))
                .statements(LimitedStatements.READS)
                .allDataNodes(true)
                .maxDataNodes(1 + number)
                .maxRowsReturned(2)
                .maxRowsHeld(3)
                .maxSeconds(4)
                .build();
        return new LimitsConfiguration(Map.of("limit_" + number, limit), Map.of(), null);
    }

    private static String exported(ShardingConfiguration configuration) throws SQLException {
        MemoryTarget memory = new MemoryTarget();
        memory.change(none -> configuration);
        return memory.ask("EXPORT DATABASE CONFIGURATION").get(0).get(0);
    }

    /** With the secrets in place of their placeholders, as whoever imports it fills them in. */
    private static String filled(String exported, ShardingConfiguration configuration) {
        List<String> lines = exported.lines().toList();
        List<String> secret =
                YamlConfigurations.write(configuration, Secrets.WRITTEN).lines().toList();
        assertThat(lines).hasSameSizeAs(secret);
        List<String> filled = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            filled.add(lines.get(i).contains("$${") ? secret.get(i) : lines.get(i));
        }
        return String.join("\n", filled);
    }
}
