package org.shardingjdbc.engine.internal.analyze;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.shardingjdbc.engine.internal.execute.DeployedPlan;
import org.shardingjdbc.plan.internal.explain.StepLabels;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;

/** A statement that is answered in steps, while it happens, and what was done for each of them. */
final class RecordedSteps implements Recorded {
    private final DeployedPlan deployed;
    private final RecordedSteps outer;
    private final List<Step> done = new ArrayList<>();
    private StepLabels labels;
    private int position;

    /**
     * One or more executions one after the other that are the same step.
     *
     * @param label what it is called
     */
    record Step(StepLabels.Label label, List<Recorded> runs) {}

    /** @param outer what these are steps of; null when that is the statement itself */
    RecordedSteps(DeployedPlan deployed, SteppedExecution steps, RecordedSteps outer) {
        this.deployed = deployed;
        this.outer = outer;
        insteadOf(steps);
    }

    /** Other steps take the place of those that were not run yet. */
    void insteadOf(SteppedExecution steps) {
        labels = StepLabels.of(steps, deployed.deployment().dataSourceNames());
        position = 0;
    }

    void add(Recorded run) {
        int found = labels.position(run.deployed().sql(), position);
        position = Math.max(found, 0);
        StepLabels.Label label = labels.at(found);
        Step last = done.isEmpty() ? null : done.get(done.size() - 1);
        if (last == null || !last.label().equals(label)) {
            last = new Step(label, new ArrayList<>());
            done.add(last);
        }
        last.runs().add(run);
    }

    RecordedSteps outer() {
        return outer;
    }

    /** What they are together. */
    StepLabels.Label whole() {
        return labels.whole();
    }

    List<Step> steps() {
        return done;
    }

    @Override
    public DeployedPlan deployed() {
        return deployed;
    }

    @Override
    public int roundTrips() {
        return runs().mapToInt(Recorded::roundTrips).sum();
    }

    /** Of all of them, one after the other. */
    @Override
    public long nanos() {
        return runs().mapToLong(Recorded::nanos).sum();
    }

    private Stream<Recorded> runs() {
        return done.stream().flatMap(step -> step.runs().stream());
    }
}
