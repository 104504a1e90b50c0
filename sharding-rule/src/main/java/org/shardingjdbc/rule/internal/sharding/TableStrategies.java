package org.shardingjdbc.rule.internal.sharding;

import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.placement.Domain;

/**
 * The table strategy for each data source of a logic table. Algorithms that compute a name are compiled once, for all
 * actual tables; those that choose from the list get the list of each data source by itself; those that choose data
 * nodes are one. Immutable.
 */
final class TableStrategies {
    private final String algorithm;
    private final List<Strategy> byRow;
    private final int @Nullable [][] columnsOfRow;
    private final boolean skips;
    private final boolean byNode;

    private TableStrategies(
            String algorithm, List<Strategy> byRow, int @Nullable [][] columnsOfRow, boolean skips, boolean byNode) {
        this.skips = skips;
        this.byNode = byNode;
        this.algorithm = algorithm;
        this.byRow = List.copyOf(byRow);
        this.columnsOfRow = columnsOfRow;
    }

    /** One strategy whose targets are the grid's columns. */
    static TableStrategies shared(String algorithm, Strategy strategy) {
        return new TableStrategies(algorithm, List.of(strategy), null, false, false);
    }

    /**
     * One strategy for each row of the grid.
     *
     * @param columnsOfRow for each row and each target of its strategy the column in the grid
     * @param skips whether a row's strategy may choose nothing, but not all of them
     */
    static TableStrategies perRow(String algorithm, List<Strategy> byRow, int[][] columnsOfRow, boolean skips) {
        return new TableStrategies(algorithm, byRow, columnsOfRow, skips, false);
    }

    /** One strategy whose targets are the data nodes, so that nothing else chooses. */
    static TableStrategies nodes(String algorithm, Strategy.Standard strategy) {
        return new TableStrategies(algorithm, List.of(strategy), null, false, true);
    }

    /** Whether the strategy's targets are data nodes: then {@link #node}, and no row and no column, is asked for. */
    boolean byNode() {
        return byNode;
    }

    /** The data node of one value, of strategies {@link #byNode}. */
    int node(Object value) {
        return ((Strategy.Standard) byRow.get(0)).choice().target(value);
    }

    /** Adds the data nodes that may hold a matching row, of strategies {@link #byNode}. */
    void chooseNodes(Domain[] domains, HintValues hints, BitSet nodes) {
        byRow.get(0).choose(domains, hints, nodes);
    }

    boolean shared() {
        return columnsOfRow == null;
    }

    /** Whether the strategy of one data source may choose nothing; that of all of them may not. */
    boolean skips() {
        return skips;
    }

    boolean looksAtMore(int column) {
        return byRow.get(0).looksAtMore(column);
    }

    int[] columnPositions() {
        return byRow.get(0).columnPositions();
    }

    boolean askHint() {
        return byRow.get(0) instanceof Strategy.Hint;
    }

    boolean all() {
        return byRow.get(0) instanceof Strategy.All;
    }

    /** The strategy, where it is one by a single column, else null; of several rows the first. */
    Strategy.@Nullable Standard standard() {
        return byRow.get(0) instanceof Strategy.Standard standard ? standard : null;
    }

    /** Whether equal values of the columns mean one actual table, in every data source. */
    boolean decidedByColumns() {
        return byRow.stream().allMatch(Strategy::decidedByColumns);
    }

    /** Why the algorithm takes no interval that is among the domains; null where it does. */
    @Nullable
    ShardingException intervalRefusal(Domain[] domains) {
        return byRow.get(0).intervalRefusal(domains);
    }

    /** The algorithm's name, for messages. */
    String algorithm() {
        return algorithm;
    }

    /** The grid column of one value, for a {@link #standard()} strategy; -1 when the row has none. */
    int column(int row, Object value) {
        if (columnsOfRow == null) {
            return ((Strategy.Standard) byRow.get(0)).choice().target(value);
        }
        int target = ((Strategy.Standard) byRow.get(row)).choice().target(value);
        return target < 0 ? -1 : columnsOfRow[row][target];
    }

    /** As {@link #column(int, Object)} for a whole number; -1 where that must be asked. */
    int column(int row, long value, boolean narrow) {
        if (columnsOfRow == null) {
            return ((Strategy.Standard) byRow.get(0)).choice().placeOf(value, narrow);
        }
        int target = ((Strategy.Standard) byRow.get(row)).choice().placeOf(value, narrow);
        return target < 0 ? -1 : columnsOfRow[row][target];
    }

    /** Adds the grid columns of a row that may hold a matching row of the table. */
    void choose(int row, Domain[] domains, HintValues hints, BitSet columns) {
        if (columnsOfRow == null) {
            byRow.get(0).choose(domains, hints, columns);
            return;
        }
        BitSet targets = new BitSet();
        byRow.get(row).choose(domains, hints, targets);
        for (int i = targets.nextSetBit(0); i >= 0; i = targets.nextSetBit(i + 1)) {
            columns.set(columnsOfRow[row][i]);
        }
    }
}
