package org.shardingjdbc.engine.observe;

import java.util.Locale;

/** Where a statement goes. */
public enum StatementRoute {
    /** To one data node. */
    ONE_NODE,
    /** To several data nodes of the table, not to all. */
    SEVERAL_NODES,
    /** To all data nodes where its table can be. */
    ALL_NODES,
    /** To all copies of a broadcast table. */
    COPIES,
    /** It is answered in steps: subqueries first, rows pulled together, rows moved. */
    STEPS,
    /** It is a batch; what its units are depends on its row sets. */
    BATCH,
    /** It is the connection's own affair: SET, SHOW, EXPLAIN SHARDING. */
    SESSION;

    /** As it stands in tags of meters, such as {@code one-node}. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
