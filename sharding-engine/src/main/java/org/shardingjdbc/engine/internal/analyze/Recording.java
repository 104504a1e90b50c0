package org.shardingjdbc.engine.internal.analyze;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.run.ExecutionListener;
import org.shardingjdbc.engine.internal.run.ShardWork;
import org.shardingjdbc.engine.observe.UnitListener;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.Measurement;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;

/** What a session did for one statement, recorded while it does it, and drawn afterwards. Used by one thread. */
public final class Recording implements ExecutionListener {
    private final List<RecordedPart> done = new ArrayList<>();
    /** The steps that are under way; null when there are none. */
    private @Nullable RecordedSteps current;

    @Override
    public UnitListener begins(DeployedPlan deployed, ShardWork work) {
        RecordedRun run = new RecordedRun(deployed, work);
        add(run);
        return run;
    }

    @Override
    public void stepsBegin(DeployedPlan deployed, SteppedExecution steps) {
        if (current != null && current.deployed() == deployed) {
            current.insteadOf(steps);
            return;
        }
        RecordedSteps begun = new RecordedSteps(deployed, steps, current);
        add(begun);
        current = begun;
    }

    @Override
    public void stepsEnd() {
        current = Objects.requireNonNull(current, "no steps have begun").outer();
    }

    private void add(RecordedPart begun) {
        if (current == null) {
            done.add(begun);
        } else {
            current.add(begun);
        }
    }

    /**
     * The tree of what was done. Where the statement was tried more than once, of the last time.
     *
     * @param idle the tree of a statement for which no data source did anything
     * @param rows that it returned or changed
     * @param nanos how long all of it took
     */
    public Explanation explanation(Supplier<Explanation> idle, long rows, long nanos) {
        int roundTrips = 0;
        for (RecordedPart each : done) {
            roundTrips += each.roundTrips();
        }
        Explanation tree = done.isEmpty() ? idle.get() : tree(done.get(done.size() - 1));
        return tree.with(new Measurement(rows, roundTrips, nanos, null));
    }

    private static Explanation tree(RecordedPart recorded) {
        if (recorded instanceof RecordedRun run) {
            return run.explanation();
        }
        RecordedSteps steps = (RecordedSteps) recorded;
        List<Explanation> inputs = new ArrayList<>();
        for (RecordedSteps.Step step : steps.steps()) {
            inputs.add(Explanation.of(step.what().word(), step.what().detail(), trees(step.runs())));
        }
        return Explanation.of(steps.whole().word(), steps.whole().detail(), inputs)
                .with(new Measurement(-1, steps.roundTrips(), steps.nanos(), null));
    }

    private static List<Explanation> trees(List<RecordedPart> runs) {
        List<Explanation> trees = new ArrayList<>();
        for (RecordedPart run : runs) {
            trees.add(tree(run));
        }
        boolean repeated = runs.size() > 1 && runs.stream().allMatch(RecordedRun.class::isInstance);
        return repeated ? List.of(together(trees)) : trees;
    }

    /** Executions of one step that differ in their values: each unit once, with the sum of what it did. */
    private static Explanation together(List<Explanation> runs) {
        Map<ExplainedUnit, Measurement> units = new LinkedHashMap<>();
        for (Explanation run : runs) {
            for (Explanation.Line line : run.lines()) {
                if (line.node().unit() != null) {
                    units.merge(line.node().unit(), line.node().measured(), Measurement::plus);
                }
            }
        }
        List<Explanation> leaves = new ArrayList<>();
        Measurement sum = null;
        for (Map.Entry<ExplainedUnit, Measurement> unit : units.entrySet()) {
            leaves.add(Explanation.of(unit.getKey()).with(unit.getValue()));
            sum = sum == null ? unit.getValue() : sum.plus(unit.getValue());
        }
        Objects.requireNonNull(sum, "executions without units");
        Measurement all = new Measurement(sum.rows(), sum.roundTrips(), sum.nanos(), null);
        return Explanation.of("Route", runs.size() + " executions", leaves).with(all);
    }

    /** Something that was done for a statement: an execution on data sources, or several in steps. */
    sealed interface RecordedPart permits RecordedRun, RecordedSteps {
        /** The statement, which may be a step of another. */
        DeployedPlan deployed();

        /** How many statements data sources were sent. */
        int roundTrips();

        /** From its start to its end. */
        long nanos();
    }
}
