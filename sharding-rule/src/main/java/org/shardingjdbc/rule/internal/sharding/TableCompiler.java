package org.shardingjdbc.rule.internal.sharding;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.inline.InlineSyntaxException;
import org.shardingjdbc.rule.problem.Problems;

/** Makes a sharded table of its draft, with the algorithms compiled for its data nodes. Immutable. */
record TableCompiler(AlgorithmDefinitions definitions, Problems problems) {
    /**
     * The table.
     *
     * @return null when its algorithms do not fit it
     */
    @Nullable
    ShardedTable compile(TableDraft draft, BindingGroups.Member group) {
        StrategyCompiler compiler = new StrategyCompiler(draft);
        Strategy database = compiled(draft, draft.database(), compiler::database);
        TableStrategies tables = compiled(draft, draft.table(), compiler::tables);
        if (database == null || tables == null) {
            return null;
        }
        Map<String, String> nullPlacements = nullPlacements(draft);
        return new ShardedTable(new ShardedTable.Parts(
                draft.name(),
                draft.grid(),
                draft.shardingColumns(),
                nullPlacements,
                group.number(),
                group.dependences(),
                database,
                tables,
                compiler.namesActualTables(),
                draft.keyGeneration(),
                draft.audits()));
    }

    /** By sharding column. Two strategies by one column must agree. */
    private Map<String, String> nullPlacements(TableDraft draft) {
        Map<String, String> placements = new HashMap<>();
        for (ResolvedStrategy strategy : List.of(draft.database(), draft.table())) {
            String placement = strategy.configuration() instanceof StrategyConfiguration.Standard standard
                    ? standard.nullPlacement()
                    : null;
            String other = placement == null
                    ? null
                    : placements.putIfAbsent(strategy.columns().get(0), placement);
            if (other != null && !other.equals(placement)) {
                problems.add(
                        strategy.path(),
                        "table '" + draft.name() + "' has the nullPlacement '" + other + "' for its data source and '"
                                + placement + "' for its actual table, of the same column");
            }
        }
        return placements;
    }

    private <T> @Nullable T compiled(TableDraft draft, ResolvedStrategy strategy, Supplier<T> compilation) {
        try {
            return compilation.get();
        } catch (InvalidPropertyException e) {
            problems.add(
                    definitions.propertyPath(strategy.algorithmName(), e.property()),
                    e.getMessage() + " (used by table '" + draft.name() + "')");
        } catch (IllegalArgumentException e) {
            if (!(e instanceof InlineSyntaxException) && problems.isWrong(draft.path())) {
                // of a table that is misunderstood
                return null;
            }
            problems.add(
                    definitions.propertyPath(strategy.algorithmName(), "algorithm-expression"),
                    "sharding algorithm '" + strategy.algorithmName() + "' does not fit table '" + draft.name() + "': "
                            + e.getMessage()
                            + (e instanceof InlineSyntaxException
                                    ? "; what the language lacks, a CLASS_BASED algorithm has"
                                    : ""));
        }
        return null;
    }
}
