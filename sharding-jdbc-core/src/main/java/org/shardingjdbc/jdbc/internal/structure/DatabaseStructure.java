package org.shardingjdbc.jdbc.internal.structure;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.TableStructure;

/**
 * What a database holds, as one of its sessions sees it. Immutable.
 *
 * @param tables by the names under which they are stored, in the order of names; views are none
 * @param found of the names that were asked for, those that it has
 * @param complete whether indexes and keys were told too
 */
public record DatabaseStructure(List<TableStructure> tables, Map<String, TableStructure> found, boolean complete) {
    /** Copies the collections. */
    public DatabaseStructure {
        tables = List.copyOf(tables);
        found = Map.copyOf(found);
    }

    /** The table that a statement finds by a name that was asked for; null when there is none. */
    public @Nullable TableStructure table(String name) {
        return found.get(name);
    }
}
