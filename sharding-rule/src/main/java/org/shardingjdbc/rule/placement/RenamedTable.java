package org.shardingjdbc.rule.placement;

import java.util.List;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * A table that is on one data node, where it is called otherwise than the application calls it.
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
