package org.shardingjdbc.rule.placement;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A table that is on exactly one data source, under its own name, as single tables are. Immutable, shared by all
 * threads.
 *
 * @param name also its actual name; of a table that a statement names in another schema than that of the logic database
 *     the {@link SchemaTable#key()}, so that it is the name of no other table
 * @param dataSource index of its data source
 * @param place its schema and its name in it; null where unqualified names are looked up
 */
@Incubating
public record PinnedTable(
        String name, int dataSource, @Nullable SchemaTable place) implements LogicTable {
    /** A table that its name alone leads to. */
    public PinnedTable(String name, int dataSource) {
        this(name, dataSource, null);
    }

    /** A table of another schema than that of the logic database. */
    public static PinnedTable elsewhere(SchemaTable place, int dataSource) {
        return new PinnedTable(place.key(), dataSource, place);
    }

    @Override
    public List<DataNode> dataNodes(List<String> dataSourceNames) {
        return List.of(new DataNode(dataSource, dataSourceNames.get(dataSource), name));
    }

    @Override
    public List<String> actualTables(int at) {
        return isOn(at) ? List.of(name) : List.of();
    }

    @Override
    public @Nullable String actualTable(int at) {
        return isOn(at) ? name : null;
    }

    @Override
    public boolean isOn(int at) {
        return at == dataSource;
    }

    @Override
    public boolean isOnlyOn(int at) {
        return at == dataSource;
    }

    @Override
    public int firstDataSource() {
        return dataSource;
    }

    @Override
    public int onlyDataSource() {
        return dataSource;
    }

    @Override
    public LogicTable unqualified() {
        return place == null ? this : new PinnedTable(name, dataSource);
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
        return false;
    }

    @Override
    public int pinnedDataSource() {
        return dataSource;
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
        return visitor.pinned(this);
    }
}
