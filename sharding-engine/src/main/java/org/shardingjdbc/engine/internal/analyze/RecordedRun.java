package org.shardingjdbc.engine.internal.analyze;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.shardingjdbc.engine.internal.analyze.Recording.RecordedPart;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.run.ShardWork;
import org.shardingjdbc.engine.internal.task.CombinedWork;
import org.shardingjdbc.engine.internal.task.UnitsWork;
import org.shardingjdbc.engine.observe.UnitListener;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.Measurement;
import org.shardingjdbc.plan.internal.explain.Explainer;
import org.shardingjdbc.plan.internal.operator.ShardPlan;

/** One run on data sources while it happens, and what it did. */
final class RecordedRun implements RecordedPart, UnitListener {
    private final DeployedPlan deployed;
    /** The execution as it was planned. */
    private final Explanation planned;

    private final RecordedUnit[] units;
    private final RowsOf rowsOf;

    /** Whose rows are those of the execution. */
    private enum RowsOf {
        ALL_UNITS,
        /** Each has the same ones. */
        FIRST_UNIT,
        /** The others prepare it. */
        LAST_UNIT
    }

    private final long beganAt = System.nanoTime();
    private volatile long endedAt = beganAt;

    RecordedRun(DeployedPlan deployed, ShardWork work) {
        this.deployed = deployed;
        this.planned = planned(deployed, work);
        this.rowsOf = rowsOf(work);
        this.units = new RecordedUnit[work.size()];
        for (int unit = 0; unit < units.length; unit++) {
            units[unit] = new RecordedUnit(beganAt);
        }
    }

    private static RowsOf rowsOf(ShardWork work) {
        if (work instanceof CombinedWork) {
            return RowsOf.LAST_UNIT;
        }
        return work instanceof UnitsWork one && one.execution().replicated() ? RowsOf.FIRST_UNIT : RowsOf.ALL_UNITS;
    }

    private static Explanation planned(DeployedPlan deployed, ShardWork work) {
        Deployment deployment = deployed.deployment();
        if (work instanceof UnitsWork one && deployed.plan() instanceof ShardPlan plan) {
            return new Explainer(plan, deployment.props().maxConnectionsPerQuery()).explain(one.execution());
        }
        List<Explanation> leaves = new ArrayList<>();
        for (int task = 0; task < work.size(); task++) {
            String name = deployment.pool(work.dataSource(task)).name();
            leaves.add(Explanation.of(new ExplainedUnit(name, work.sql(task), List.of(), null)));
        }
        return Explanation.of("Route", work.pieces() + (work.pieces() == 1 ? " statement" : " statements"), leaves);
    }

    // ---- while it happens

    @Override
    public void connected() {
        // A unit has waited until it begins.
    }

    @Override
    public void began(int unit, String dataSourceName) {
        units[unit].began(dataSourceName);
    }

    @Override
    public void executed(int unit, long changed, int roundTrips) {
        units[unit].executed(changed, roundTrips);
        endedAt = System.nanoTime();
    }

    @Override
    public void rowsRead(int unit, long rows, long nanos) {
        units[unit].rowsRead(rows, nanos);
        endedAt = System.nanoTime();
    }

    @Override
    public void failed(int unit, Throwable cause) {
        endedAt = System.nanoTime();
    }

    @Override
    public void closed(int unit) {
        // Its rows were read before.
    }

    // ---- afterwards

    @Override
    public DeployedPlan deployed() {
        return deployed;
    }

    @Override
    public int roundTrips() {
        return Arrays.stream(units).mapToInt(RecordedUnit::roundTrips).sum();
    }

    @Override
    public long nanos() {
        return endedAt - beganAt;
    }

    /** What the execution did, as a tree whose leaves are the units. */
    Explanation explanation() {
        return measured(planned, new int[1]);
    }

    private Explanation measured(Explanation node, int[] next) {
        if (node.unit() != null) {
            RecordedUnit unit = units[next[0]++];
            ExplainedUnit there = unit.where(node.unit());
            String planned = Objects.requireNonNull(node.unit().dataSourceName(), "a unit has one");
            String dataSource = Objects.requireNonNull(there.dataSourceName(), "it ran there");
            String detail = dataSource.equals(planned) ? "" : "for " + planned;
            return new Explanation(dataSource, detail, there, unit.measured(), List.of());
        }
        List<Explanation> inputs = new ArrayList<>();
        boolean ofUnits = false;
        for (Explanation input : node.inputs()) {
            inputs.add(measured(input, next));
            ofUnits |= input.unit() != null;
        }
        Explanation done = Explanation.of(node.operator(), node.detail(), inputs);
        return ofUnits ? done.with(new Measurement(rows(), roundTrips(), nanos(), null)) : done;
    }

    /** The rows that it returned or changed. */
    private long rows() {
        return switch (rowsOf) {
            case ALL_UNITS -> Arrays.stream(units).mapToLong(RecordedUnit::rows).sum();
            case FIRST_UNIT -> units[0].rows();
            case LAST_UNIT -> units[units.length - 1].rows();
        };
    }
}
