package org.shardingjdbc.testkit.oracle;

import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;

/** Where the databases of a run come from. */
interface ArenaSource {
    /**
     * The databases for some statements, open until the caller closes them.
     *
     * @param seed of the schema, where it is made at random
     */
    Arena open(long seed) throws Exception;

    /** How many statements an arena is good for. */
    int statementsPerArena();

    /** Puts a server in the place of one that a statement has ended. */
    default void replaceServer() {
        throw new UnsupportedOperationException("the server is not one of ours");
    }

    /** Whether these statements can be asked one after the other there. */
    default boolean mayAsk(List<GeneratedStatement> statements, Arena arena) {
        return true;
    }
}
