package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.placement.Audit;
import org.shardingjdbc.rule.placement.KeyGeneration;
import org.shardingjdbc.rule.problem.ConfigPath;

/**
 * A sharded table before binding groups are known.
 *
 * @param path where it is configured
 * @param keyGeneration null for none
 */
record TableDraft(
        String name,
        ConfigPath path,
        NodeGrid grid,
        ResolvedStrategy database,
        ResolvedStrategy table,
        @Nullable KeyGeneration keyGeneration,
        List<Audit> audits) {
    /** The columns of both strategies, each once. */
    List<String> shardingColumns() {
        Set<String> columns = new LinkedHashSet<>(database.columns());
        columns.addAll(table.columns());
        return new ArrayList<>(columns);
    }
}
