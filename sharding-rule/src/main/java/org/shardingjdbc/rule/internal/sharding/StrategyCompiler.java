package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.ComplexDefinition;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.HintDefinition;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.NodeDefinition;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardDefinition;
import org.shardingjdbc.rule.internal.algorithm.TargetNames;
import org.shardingjdbc.rule.internal.algorithm.Targets;
import org.shardingjdbc.rule.internal.sharding.ResolvedStrategy.NamedAlgorithm;

/** Compiles the strategies of a table for its targets. */
final class StrategyCompiler {
    private final TableDraft table;
    private final List<String> shardingColumns;

    StrategyCompiler(TableDraft table) {
        this.table = table;
        this.shardingColumns = table.shardingColumns();
    }

    /** @throws IllegalArgumentException when the algorithm cannot choose among the data sources */
    Strategy database() {
        return compiled(table.database(), table.grid().dataSources(), true, false);
    }

    /** @throws IllegalArgumentException when the algorithm cannot choose among the actual tables */
    TableStrategies tables() {
        NodeGrid grid = table.grid();
        ResolvedStrategy strategy = table.table();
        NamedAlgorithm algorithm = strategy.algorithm();
        if (algorithm != null && algorithm.definition() instanceof NodeDefinition definition) {
            Targets targets = nodeTargets(table, algorithm.name());
            String column = strategy.columns().get(0);
            return TableStrategies.nodes(
                    algorithm.name(),
                    new Strategy.Standard(
                            table.name(),
                            column,
                            shardingColumns.indexOf(column),
                            targets.size(),
                            definition.place(targets)));
        }
        if (algorithm == null || !algorithm.definition().perDataSource()) {
            return TableStrategies.shared(strategy.algorithmName(), compiled(strategy, grid.tables(), false, false));
        }
        List<Strategy> byRow = new ArrayList<>();
        boolean oneOfSeveral = table.database().isNone() && grid.dataSources().size() > 1;
        int[][] columnsOfRow = new int[grid.dataSources().size()][];
        for (int row = 0; row < columnsOfRow.length; row++) {
            TargetNames tables = grid.tablesOf(row);
            byRow.add(compiled(strategy, tables, false, oneOfSeveral));
            columnsOfRow[row] =
                    tables.stream().mapToInt(grid.tables()::position).toArray();
        }
        boolean skips = algorithm.definition().skipsDataSources();
        return TableStrategies.perRow(strategy.algorithmName(), byRow, columnsOfRow, skips);
    }

    /** Whether the actual table of a row is the one that its values name. */
    boolean namesActualTables() {
        NamedAlgorithm algorithm = table.table().algorithm();
        return table.database().isNone()
                && algorithm != null
                && algorithm.definition().namesTargets();
    }

    /** A table's data nodes, as an algorithm that chooses among them gets them. */
    static Targets nodeTargets(TableDraft table, String algorithm) {
        List<String> names = new ArrayList<>();
        table.grid().nodes().forEach(node -> names.add(node.toString()));
        return new Targets(algorithm, table.name(), table.table().columns(), names);
    }

    private Strategy compiled(
            ResolvedStrategy strategy, List<String> names, boolean forDatabase, boolean oneOfSeveral) {
        NamedAlgorithm algorithm = strategy.algorithm();
        if (algorithm == null) {
            return new Strategy.All(names.size());
        }
        AlgorithmDefinition definition = algorithm.definition();
        Targets targets = new Targets(algorithm.name(), table.name(), strategy.columns(), names, oneOfSeveral);
        if (definition instanceof StandardDefinition standard) {
            String column = strategy.columns().get(0);
            int domain = shardingColumns.indexOf(column);
            return new Strategy.Standard(table.name(), column, domain, names.size(), standard.place(targets));
        }
        if (definition instanceof ComplexDefinition complex) {
            int[] domains = strategy.columns().stream()
                    .mapToInt(shardingColumns::indexOf)
                    .toArray();
            return new Strategy.Complex(
                    table.name(), strategy.columns(), domains, names.size(), complex.place(targets));
        }
        if (definition instanceof HintDefinition hint) {
            return new Strategy.Hint(table.name(), forDatabase, names.size(), hint.place(targets));
        }
        throw new InvalidPropertyException("type", "unknown kind of algorithm");
    }
}
