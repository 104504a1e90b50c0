package org.shardingjdbc.jdbc.internal.check;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.Structures;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.jdbc.internal.structure.StructureReader.DatabaseStructure;

/**
 * A database that was visited. Immutable.
 *
 * @param pool its connections
 * @param dataSource the index of the data source whose tables it holds
 * @param replica whether rows are written elsewhere
 * @param structure null when it could not be read
 * @param problem why not, else null
 */
public record Visit(
        ShardPool pool,
        int dataSource,
        boolean replica,
        @Nullable DatabaseStructure structure,
        @Nullable String problem) {
    /** As it is configured. */
    public String name() {
        return pool.name();
    }

    /** Whether its tables are known. */
    boolean isRead() {
        return structure != null;
    }

    /** What it holds; to be asked only where {@link #isRead()}. */
    DatabaseStructure known() {
        return Objects.requireNonNull(structure, "not read");
    }

    /** Its SQL. */
    Structures sql() {
        return pool.dialect().catalogs().structures();
    }
}
