package org.shardingjdbc.route.internal.bind;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * One part that a table plays in a statement. A table of a common table expression that is named twice plays two parts
 * under one {@link BoundTable}; every other bound table plays one. Identity counts.
 */
public final class TableUse {
    private final int id;
    private final BoundTable table;
    private final Region region;
    /** Null where the table is not sharded. */
    private final @Nullable PartitionedTable sharded;

    TableUse(int id, BoundTable table, Region region) {
        this.id = id;
        this.table = table;
        this.region = region;
        this.sharded = table.table().partitioning();
    }

    /** Position among the statement's uses, in the order in which they were bound. */
    int id() {
        return id;
    }

    public BoundTable table() {
        return table;
    }

    /** The region whose facts hold for the rows of this use that count. */
    Region region() {
        return region.canonical();
    }

    /** Whether it is of a sharded table, and not of a broadcast or a single one. */
    boolean isSharded() {
        return sharded != null;
    }

    /** The sharded table, where it {@link #isSharded()}. */
    PartitionedTable sharded() {
        return Objects.requireNonNull(sharded);
    }
}
