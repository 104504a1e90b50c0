package org.shardingjdbc.rule;

import java.util.List;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * One execution of a statement whose data nodes are known, before one of them is touched. It holds neither SQL nor
 * values.
 *
 * @param kind what the statement does
 * @param logicTables the tables that it names, each once
 * @param unconditioned those of them that are sharded and of which no sharding column is restricted, so that all of
 *     their data nodes are read or written
 * @param routeKind as EXPLAIN SHARDING calls it, such as {@code EQUAL} or {@code SCATTER}
 * @param dataNodes how many of the statement's data nodes the execution reaches, at least 1; 0 where it is answered in
 *     steps, each of which is looked at by itself
 * @param allDataNodes how many an execution of the statement could reach; joined tables that lie together are one
 * @param hints of the open {@link org.shardingjdbc.rule.hint.ShardingHint} scopes and of the statement's comments,
 *     never null; {@link HintValues#reader} tells who executes it
 */
public record RoutedStatement(
        StatementKind kind,
        List<String> logicTables,
        List<String> unconditioned,
        String routeKind,
        int dataNodes,
        int allDataNodes,
        HintValues hints) {
    /** Copies the names. */
    public RoutedStatement {
        logicTables = List.copyOf(logicTables);
        unconditioned = List.copyOf(unconditioned);
    }

    /** Whether it reaches several data nodes, and all that there are. */
    public boolean reachesAll() {
        return dataNodes > 1 && dataNodes >= allDataNodes;
    }
}
