package org.shardingjdbc.jdbc.internal.command;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckOptions;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** Rows that lie, after a change of the rules, where statements do not look for them. Stateless. */
final class MisplacedRows {
    private static final Duration LOOKS_FOR = Duration.ofSeconds(5);

    private MisplacedRows() {}

    /**
     * What a sample of the tables tells whose rows are to be elsewhere by now.
     *
     * @param before the configuration until now
     */
    static List<CheckFinding> of(ShardingConfiguration before, CommandTarget target) throws SQLException {
        Set<String> moved = moved(before, target.configuration());
        if (moved.isEmpty()) {
            return List.of();
        }
        CheckOptions options = CheckOptions.standard().tables(moved).timeLimit(LOOKS_FOR);
        return target.check(options).findings().stream()
                .filter(MisplacedRows::isLeft)
                .toList();
    }

    /** Rows elsewhere, and what was not looked at. */
    private static boolean isLeft(CheckFinding finding) {
        return switch (finding.kind()) {
            case ROWS_MISPLACED, ROWS_WITHOUT_NODE, TABLE_SURPLUS, NOT_CHECKED, DATA_SOURCE_UNREACHABLE -> true;
            case TABLE_MISSING -> finding.node() != null;
            default -> false;
        };
    }

    /** The tables whose placement is another one. */
    private static Set<String> moved(ShardingConfiguration before, ShardingConfiguration after) {
        Map<String, Object> then = placements(before);
        Set<String> moved = new HashSet<>();
        placements(after).forEach((table, placement) -> {
            if (then.containsKey(table) && !then.get(table).equals(placement)) {
                moved.add(table);
            }
        });
        return moved;
    }

    /** What decides where rows are, by table. */
    private static Map<String, Object> placements(ShardingConfiguration configuration) {
        Map<String, Object> placements = new HashMap<>();
        for (RuleConfiguration rule : configuration.rules()) {
            if (rule instanceof ShardingRuleConfiguration sharding) {
                for (ShardedTableConfiguration table : sharding.tables()) {
                    placements.put(
                            table.logicTable().toLowerCase(Locale.ROOT),
                            Arrays.asList(
                                    table.actualDataNodes(),
                                    sharding.defaultShardingColumn(),
                                    placed(table.databaseStrategy(), sharding.defaultDatabaseStrategy(), sharding),
                                    placed(table.tableStrategy(), sharding.defaultTableStrategy(), sharding)));
                }
                for (AutoTableConfiguration table : sharding.autoTables()) {
                    placements.put(
                            table.logicTable().toLowerCase(Locale.ROOT),
                            Arrays.asList(
                                    table.actualDataSources(),
                                    sharding.defaultShardingColumn(),
                                    placed(table.shardingStrategy(), null, sharding)));
                }
            }
        }
        return placements;
    }

    /** A strategy with its algorithm. */
    private static List<Object> placed(
            @Nullable StrategyConfiguration own,
            @Nullable StrategyConfiguration byDefault,
            ShardingRuleConfiguration sharding) {
        StrategyConfiguration strategy = own == null ? byDefault : own;
        String algorithm = algorithm(strategy);
        return Arrays.asList(
                strategy,
                algorithm == null ? null : sharding.shardingAlgorithms().get(algorithm));
    }

    private static @Nullable String algorithm(@Nullable StrategyConfiguration strategy) {
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            return standard.shardingAlgorithmName();
        }
        if (strategy instanceof StrategyConfiguration.Complex complex) {
            return complex.shardingAlgorithmName();
        }
        return strategy instanceof StrategyConfiguration.Hint hint ? hint.shardingAlgorithmName() : null;
    }
}
