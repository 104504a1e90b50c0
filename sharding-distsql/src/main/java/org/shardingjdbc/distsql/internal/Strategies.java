package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.AuditStrategyContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.KeyStrategyContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ShardedTableContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.StrategyContext;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** Puts tables and strategies of a text into a draft. Stateless. */
final class Strategies {
    private static final List<String> KINDS = List.of("standard", "complex", "hint");

    private Strategies() {}

    /** The name of a strategy's algorithm; null when it has none, or there is no strategy. */
    static @Nullable String algorithm(@Nullable StrategyConfiguration strategy) {
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            return standard.shardingAlgorithmName();
        }
        if (strategy instanceof StrategyConfiguration.Complex complex) {
            return complex.shardingAlgorithmName();
        }
        return strategy instanceof StrategyConfiguration.Hint hint ? hint.shardingAlgorithmName() : null;
    }

    /** The columns of a strategy, parted by commas; empty when it has none. */
    static String columns(@Nullable StrategyConfiguration strategy) {
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            return standard.shardingColumn() == null ? "" : standard.shardingColumn();
        }
        return strategy instanceof StrategyConfiguration.Complex complex
                ? String.join(",", complex.shardingColumns())
                : "";
    }

    /** What the peer calls the kind of a strategy; empty for none at all. */
    static String kind(@Nullable StrategyConfiguration strategy) {
        if (strategy == null) {
            return "";
        }
        if (strategy instanceof StrategyConfiguration.Standard) {
            return "STANDARD";
        }
        if (strategy instanceof StrategyConfiguration.Complex) {
            return "COMPLEX";
        }
        return strategy instanceof StrategyConfiguration.Hint ? "HINT" : "NONE";
    }

    static void put(ShardingDraft draft, ShardedTableContext text) {
        String table = StatementTexts.of(text.name());
        KeyGenerateConfiguration keys = keys(draft, table, text.keyStrategy());
        AuditConfiguration audit = audit(draft, table, text.auditStrategy());
        if (text.storageUnits() != null) {
            String algorithm = ShardingDraft.put(
                    draft.algorithms,
                    draft.usedAlgorithms(),
                    table,
                    StatementTexts.of(text.storageUnits().algorithm()));
            List<String> names = StatementTexts.of(text.storageUnits().name());
            String column = names.get(names.size() - 1);
            String sources = String.join(",", names.subList(0, names.size() - 1));
            draft.autoTables.add(new AutoTableConfiguration(
                    table, sources, StrategyConfiguration.standard(column, algorithm), keys, audit));
            return;
        }
        List<String> nodes =
                text.dataNodes().value().stream().map(StatementTexts::of).toList();
        StrategyConfiguration[] strategies = new StrategyConfiguration[2];
        int next = 0;
        if (text.dataNodes().DATABASE_STRATEGY() != null) {
            strategies[0] =
                    strategy(draft, table + "_database", text.dataNodes().strategy(next));
            next++;
        }
        if (text.dataNodes().TABLE_STRATEGY() != null) {
            strategies[1] = strategy(draft, table + "_table", text.dataNodes().strategy(next));
        }
        draft.tables.add(new ShardedTableConfiguration(
                table, String.join(",", nodes), strategies[0], strategies[1], keys, audit));
    }

    static StrategyConfiguration strategy(ShardingDraft draft, String prefix, StrategyContext text) {
        String kind = StatementTexts.of(text.value()).toLowerCase(Locale.ROOT);
        boolean one = text.SHARDING_COLUMN() != null;
        boolean several = text.SHARDING_COLUMNS() != null;
        if (kind.equals("none")) {
            require(text, !one && !several && text.algorithm() == null, "a strategy of type none has nothing else");
            return StrategyConfiguration.none();
        }
        require(
                text,
                KINDS.contains(kind),
                "'" + kind + "' is no type of strategy; expected is standard, complex, hint or none");
        require(text, text.algorithm() != null, "a strategy of type " + kind + " needs SHARDING_ALGORITHM(...)");
        require(
                text,
                one == kind.equals("standard"),
                "SHARDING_COLUMN is for strategies of type standard, and only those");
        require(
                text,
                several == kind.equals("complex"),
                "SHARDING_COLUMNS is for strategies of type complex, and only those");
        String algorithm = ShardingDraft.put(
                draft.algorithms, draft.usedAlgorithms(), prefix, StatementTexts.of(text.algorithm()));
        if (kind.equals("standard")) {
            return StrategyConfiguration.standard(StatementTexts.of(text.name(0)), algorithm);
        }
        return kind.equals("hint")
                ? StrategyConfiguration.hint(algorithm)
                : StrategyConfiguration.complex(complexColumns(text), algorithm);
    }

    /**
     * With the place of NULL that a strategy of before has for the same column.
     *
     * @param strategy may be null
     * @param before may contain null
     */
    static @Nullable StrategyConfiguration keepingNulls(
            @Nullable StrategyConfiguration strategy, List<StrategyConfiguration> before) {
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            for (StrategyConfiguration each : before) {
                if (each instanceof StrategyConfiguration.Standard known
                        && known.nullPlacement() != null
                        && columns(known).equalsIgnoreCase(columns(standard))) {
                    return standard.withNullPlacement(known.nullPlacement());
                }
            }
        }
        return strategy;
    }

    private static List<String> complexColumns(StrategyContext text) {
        List<String> columns = new ArrayList<>();
        List<String> named = text.STRING() == null
                ? StatementTexts.of(text.name())
                : List.of(StatementTexts.unquoted(text.STRING().getText()));
        for (String each : named) {
            for (String column : each.split(",")) {
                columns.add(column.trim());
            }
        }
        return columns;
    }

    private static void require(StrategyContext text, boolean holds, String mistake) {
        if (!holds) {
            throw SyntaxErrors.at(text, mistake);
        }
    }

    private static @Nullable KeyGenerateConfiguration keys(ShardingDraft draft, String table, KeyStrategyContext text) {
        return text == null
                ? null
                : new KeyGenerateConfiguration(
                        StatementTexts.of(text.name()),
                        ShardingDraft.put(
                                draft.keyGenerators,
                                draft.usedKeyGenerators(),
                                table,
                                StatementTexts.of(text.algorithm())));
    }

    private static @Nullable AuditConfiguration audit(ShardingDraft draft, String table, AuditStrategyContext text) {
        if (text == null) {
            return null;
        }
        List<String> names = new ArrayList<>();
        Set<String> used = draft.usedAuditors();
        text.algorithm().forEach(each -> {
            names.add(ShardingDraft.put(draft.auditors, used, table, StatementTexts.of(each)));
            used.addAll(names);
        });
        return new AuditConfiguration(names, text.TRUE() != null);
    }
}
