package org.shardingjdbc.rule.execution;

import java.util.List;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * One execution of a statement whose data nodes are known, before one of them is touched. It holds neither SQL nor
 * values. Immutable.
 */
public interface RoutedStatement {
    /** What the statement does. */
    StatementKind kind();

    /** The tables that it names, each once; not to be changed. */
    List<String> logicTables();

    /**
     * Those of its tables that are sharded and of which no sharding column is restricted, so that all of their data
     * nodes are read or written; not to be changed.
     */
    List<String> unconditioned();

    /** As EXPLAIN SHARDING calls it, such as {@code EQUAL} or {@code SCATTER}; empty where nothing was routed. */
    String routeKind();

    /**
     * How many of the statement's data nodes the execution reaches, at least 1; 0 where it is answered in steps, each
     * of which is looked at by itself.
     */
    int dataNodes();

    /** How many an execution of the statement could reach; joined tables that lie together are one. */
    int allDataNodes();

    /**
     * Those of the open {@link org.shardingjdbc.rule.hint.ShardingHint} scopes and of the statement's comments, never
     * null; {@link HintValues#reader} is the user who executes it.
     */
    HintValues hints();

    /** Whether it reaches several data nodes, and all that there are. */
    default boolean reachesAll() {
        return dataNodes() > 1 && dataNodes() >= allDataNodes();
    }
}
