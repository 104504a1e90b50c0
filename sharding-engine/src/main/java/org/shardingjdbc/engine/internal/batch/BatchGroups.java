package org.shardingjdbc.engine.internal.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.plan.internal.unit.ShardExecution;

/**
 * Divides the units of a batch into as few groups as the order of its row sets allows. A unit joins the last group with
 * its SQL, unless a later group of the data source touches the same actual tables. Not thread-safe.
 *
 * <p>While all row sets go to one unit each, the unit decides the SQL and the tables, so that what joined a group once
 * joins it always: then the group is known by the unit's position, without a look-up.
 */
public final class BatchGroups {
    private OfDataSource[] byDataSource = new OfDataSource[2];
    private BatchGroup[] byUnit = {};
    private boolean oneUnitEach = true;

    /** All units of a row set. */
    public void add(ShardExecution execution, int row) {
        int only = execution.onlyUnit();
        if (only >= 0 && oneUnitEach) {
            groupOf(execution, only).add(execution, row, 0);
            return;
        }
        oneUnitEach = false;
        for (int unit = 0; unit < execution.size(); unit++) {
            find(execution, unit).add(execution, row, unit);
        }
    }

    private BatchGroup groupOf(ShardExecution execution, int only) {
        if (only >= byUnit.length) {
            byUnit = Arrays.copyOf(byUnit, Math.max(only + 1, 2 * byUnit.length));
        }
        if (byUnit[only] == null) {
            byUnit[only] = find(execution, 0);
        }
        return byUnit[only];
    }

    private BatchGroup find(ShardExecution execution, int unit) {
        int dataSource = execution.dataSource(unit);
        if (dataSource >= byDataSource.length) {
            byDataSource = Arrays.copyOf(byDataSource, Math.max(dataSource + 1, 2 * byDataSource.length));
        }
        if (byDataSource[dataSource] == null) {
            byDataSource[dataSource] = new OfDataSource();
        }
        return byDataSource[dataSource].find(execution, unit);
    }

    /** All groups, by data source, then in the order in which they run. */
    public List<BatchGroup> inOrder() {
        List<BatchGroup> all = new ArrayList<>();
        for (OfDataSource each : byDataSource) {
            if (each != null) {
                all.addAll(each.groups);
            }
        }
        return all;
    }

    private static final class OfDataSource {
        private final List<BatchGroup> groups = new ArrayList<>();
        private final Map<String, Integer> lastWithSql = new HashMap<>();
        private final Map<Object, Integer> lastOnTarget = new HashMap<>();
        private int lastOnUnknownTarget = -1;

        /** The group that a unit joins. */
        BatchGroup find(ShardExecution execution, int unit) {
            String sql = execution.sql(unit);
            Object target = execution.target(unit);
            Integer candidate = lastWithSql.get(sql);
            int notBefore = target == null
                    ? groups.size() - 1
                    : Math.max(lastOnUnknownTarget, lastOnTarget.getOrDefault(target, -1));
            int chosen = candidate == null || candidate < notBefore ? open(execution.dataSource(unit), sql) : candidate;
            if (target == null) {
                lastOnUnknownTarget = chosen;
            } else {
                lastOnTarget.merge(target, chosen, Math::max);
            }
            return groups.get(chosen);
        }

        private int open(int dataSource, String sql) {
            groups.add(new BatchGroup(dataSource, sql));
            lastWithSql.put(sql, groups.size() - 1);
            return groups.size() - 1;
        }
    }
}
