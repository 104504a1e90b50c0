package io.shardingjdbc.jdbc.internal.statement;

import io.shardingjdbc.jdbc.internal.plan.ShardExecution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Divides the units of a batch into as few groups as the order of its row sets allows. A unit joins the last group with
 * its SQL, unless a later group of the data source touches the same actual tables. Not thread-safe.
 */
final class BatchGroups {
    private final Map<Integer, OfDataSource> byDataSource = new TreeMap<>();

    void add(ShardExecution execution, int row, int unit) {
        byDataSource
                .computeIfAbsent(execution.dataSource(unit), dataSource -> new OfDataSource())
                .add(execution, row, unit);
    }

    /** All groups, by data source, then in the order in which they run. */
    List<BatchGroup> inOrder() {
        List<BatchGroup> all = new ArrayList<>();
        for (OfDataSource each : byDataSource.values()) {
            all.addAll(each.groups);
        }
        return all;
    }

    private static final class OfDataSource {
        private final List<BatchGroup> groups = new ArrayList<>();
        private final Map<String, Integer> lastWithSql = new HashMap<>();
        private final Map<Object, Integer> lastOnTarget = new HashMap<>();
        private int lastOnUnknownTarget = -1;

        void add(ShardExecution execution, int row, int unit) {
            String sql = execution.sql(unit);
            Object target = execution.target(unit);
            Integer candidate = lastWithSql.get(sql);
            int notBefore = target == null
                    ? groups.size() - 1
                    : Math.max(lastOnUnknownTarget, lastOnTarget.getOrDefault(target, -1));
            int chosen = candidate == null || candidate < notBefore ? open(execution.dataSource(unit), sql) : candidate;
            groups.get(chosen).add(execution, row, unit);
            if (target == null) {
                lastOnUnknownTarget = chosen;
            } else {
                lastOnTarget.merge(target, chosen, Math::max);
            }
        }

        private int open(int dataSource, String sql) {
            groups.add(new BatchGroup(dataSource, sql));
            lastWithSql.put(sql, groups.size() - 1);
            return groups.size() - 1;
        }
    }
}
