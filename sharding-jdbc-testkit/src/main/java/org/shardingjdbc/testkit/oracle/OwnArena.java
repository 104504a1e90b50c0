package org.shardingjdbc.testkit.oracle;

import javax.sql.DataSource;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;

/** The user's own databases, the same for all statements. */
record OwnArena(DataSource plain, DataSource sharded, SchemaModel schema) implements ArenaSource {
    @Override
    public Arena open(long seed) {
        return new Arena(new BothSides(plain, sharded), schema, null, () -> {});
    }

    @Override
    public int statementsPerArena() {
        return Integer.MAX_VALUE / 2;
    }
}
