package io.shardingjdbc.route.internal.rule;

import io.shardingjdbc.route.hint.HintValues;
import java.util.List;

/**
 * A table whose rows are spread over data nodes. Immutable, shared by all threads.
 */
public final class ShardedTable implements LogicTable {
    // the rule compiler's part: fields, constructor, and the strategies that route() asks

    @Override
    public String name() {
        throw new UnsupportedOperationException();
    }

    /** All data nodes, in configured order; the position is the node's index. */
    public List<DataNode> dataNodes() {
        throw new UnsupportedOperationException();
    }

    /** The sharding columns of the database and the table strategy, each once, lower case; empty for hint and none strategies. */
    public List<String> shardingColumns() {
        throw new UnsupportedOperationException();
    }

    /**
     * The binding group, or -1. In a group, node i of one table holds the rows that belong with those of node i of another
     * (same data source, same suffix), and the sharding columns correspond by position in {@link #shardingColumns()}.
     */
    public int bindingGroup() {
        throw new UnsupportedOperationException();
    }

    /**
     * Chooses data nodes for one execution.
     *
     * @param domains what is known of each sharding column, in the order of {@link #shardingColumns()}; values are canonical
     *     ({@link ShardingValues})
     * @param hints values from outside the SQL, never null
     * @return node indexes, ascending, no duplicates; empty means provably no row matches. Never too narrow
     * @throws io.shardingjdbc.error.ShardingException when an algorithm refuses (range on INLINE, value out of bounds) or names a
     *     target that does not exist
     */
    public int[] route(Domain[] domains, HintValues hints) {
        throw new UnsupportedOperationException();
    }

    /** How keys are made for it, or null. */
    public KeyGeneration keyGeneration() {
        throw new UnsupportedOperationException();
    }

    /** The auditors that each DML on it must pass; often empty. */
    public List<Audit> audits() {
        throw new UnsupportedOperationException();
    }
}
