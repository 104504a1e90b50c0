package org.shardingjdbc.rule.placement;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A table with the same rows in every data source, as broadcast tables are. A read takes any copy, a write goes to all.
 * Immutable, shared by all threads.
 *
 * @param name also its actual name
 */
@Incubating
public record ReplicatedTable(String name) implements LogicTable {
    @Override
    public List<DataNode> dataNodes(List<String> dataSourceNames) {
        List<DataNode> copies = new ArrayList<>();
        for (int i = 0; i < dataSourceNames.size(); i++) {
            copies.add(new DataNode(i, dataSourceNames.get(i), name));
        }
        return copies;
    }

    @Override
    public List<String> actualTables(int dataSource) {
        return List.of(name);
    }

    @Override
    public String actualTable(int dataSource) {
        return name;
    }

    @Override
    public boolean isOn(int dataSource) {
        return true;
    }

    @Override
    public boolean isOnlyOn(int dataSource) {
        return false;
    }

    @Override
    public int firstDataSource() {
        return 0;
    }

    @Override
    public int onlyDataSource() {
        return -1;
    }

    @Override
    public @Nullable SchemaTable place() {
        return null;
    }

    @Override
    public boolean isRenamed() {
        return false;
    }

    @Override
    public @Nullable PartitionedTable partitioning() {
        return null;
    }

    @Override
    public boolean isSpread() {
        return false;
    }

    @Override
    public boolean isReplicated() {
        return true;
    }

    @Override
    public int pinnedDataSource() {
        return -1;
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
        return visitor.replicated(this);
    }
}
