package org.shardingjdbc.rule.placement;

import java.util.List;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * A table that is on one data node, where it has another name than the logic one. Whatever is known of values, the node
 * is that one, of index 0. Immutable, shared by all threads.
 *
 * @param node where it is
 */
@Incubating
public record RenamedTable(String name, DataNode node) implements PartitionedTable {
    @Override
    public List<DataNode> dataNodes() {
        return List.of(node);
    }

    @Override
    public int[] route(Domain[] domains, HintValues hints) {
        return new int[] {0};
    }

    @Override
    public boolean placedByColumns() {
        return true;
    }
}
