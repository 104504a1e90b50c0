package org.shardingjdbc.engine.internal.task.batch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * Divides the units of a batch into as few driver batches as the order of its row sets allows. A unit joins the last
 * driver batch with its SQL, unless a later one of the data source touches the same actual tables. Not thread-safe.
 *
 * <p>While each row set goes to one unit, the unit alone determines the SQL and the tables. So a unit that joined a
 * driver batch once always joins it: the driver batch is found by the unit's position, without a look-up.
 */
public final class DriverBatches {
    private OfDataSource[] byDataSource = new OfDataSource[2];
    private DriverBatch[] byUnit = {};
    private boolean oneUnitEach = true;

    /** Adds all units of a row set. */
    public void add(ChosenUnits execution, int row) {
        int only = execution.onlyUnit();
        if (only >= 0 && oneUnitEach) {
            batchOf(execution, only).add(execution, row, 0);
            return;
        }
        oneUnitEach = false;
        for (int unit = 0; unit < execution.size(); unit++) {
            find(execution, unit).add(execution, row, unit);
        }
    }

    private DriverBatch batchOf(ChosenUnits execution, int only) {
        if (only >= byUnit.length) {
            byUnit = Arrays.copyOf(byUnit, Math.max(only + 1, 2 * byUnit.length));
        }
        if (byUnit[only] == null) {
            byUnit[only] = find(execution, 0);
        }
        return byUnit[only];
    }

    private DriverBatch find(ChosenUnits execution, int unit) {
        int dataSource = execution.dataSource(unit);
        if (dataSource >= byDataSource.length) {
            byDataSource = Arrays.copyOf(byDataSource, Math.max(dataSource + 1, 2 * byDataSource.length));
        }
        if (byDataSource[dataSource] == null) {
            byDataSource[dataSource] = new OfDataSource();
        }
        return byDataSource[dataSource].find(execution, unit);
    }

    /** All driver batches, by data source, then in the order in which they run. */
    public List<DriverBatch> inOrder() {
        List<DriverBatch> all = new ArrayList<>();
        for (OfDataSource each : byDataSource) {
            if (each != null) {
                all.addAll(each.batches);
            }
        }
        return all;
    }

    private static final class OfDataSource {
        private final List<DriverBatch> batches = new ArrayList<>();
        private final Map<String, Integer> lastWithSql = new HashMap<>();
        private final Map<Object, Integer> lastOnTarget = new HashMap<>();
        private int lastOnUnknownTarget = -1;

        /** The driver batch that a unit joins. */
        DriverBatch find(ChosenUnits execution, int unit) {
            String sql = execution.sql(unit);
            Object target = execution.target(unit);
            Integer candidate = lastWithSql.get(sql);
            int notBefore = target == null
                    ? batches.size() - 1
                    : Math.max(lastOnUnknownTarget, lastOnTarget.getOrDefault(target, -1));
            int chosen = candidate == null || candidate < notBefore ? open(execution.dataSource(unit), sql) : candidate;
            if (target == null) {
                lastOnUnknownTarget = chosen;
            } else {
                lastOnTarget.merge(target, chosen, Math::max);
            }
            return batches.get(chosen);
        }

        private int open(int dataSource, String sql) {
            batches.add(new DriverBatch(dataSource, sql));
            lastWithSql.put(sql, batches.size() - 1);
            return batches.size() - 1;
        }
    }
}
