package org.shardingjdbc.engine.internal.analyze;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.analyze.Recording.RecordedPart;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.plan.internal.operator.NestedStep;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;

/** A statement that is answered in steps, while it happens, and what was done for each of them. */
final class RecordedSteps implements RecordedPart {
    private final DeployedPlan deployed;
    private final @Nullable RecordedSteps outer;
    private final List<Step> done = new ArrayList<>();
    private SteppedExecution whole;

    /**
     * One or more executions one after the other that are the same step.
     *
     * @param what the step
     */
    record Step(NestedStep what, List<RecordedPart> runs) {}

    /** @param outer what these are steps of; null when that is the statement itself */
    RecordedSteps(DeployedPlan deployed, SteppedExecution steps, @Nullable RecordedSteps outer) {
        this.deployed = deployed;
        this.outer = outer;
        insteadOf(steps);
    }

    /** Other steps take the place of those that were not run yet. */
    void insteadOf(SteppedExecution steps) {
        whole = steps;
    }

    void add(RecordedPart run) {
        NestedStep what = whole.step(run.deployed().step());
        Step last = done.isEmpty() ? null : done.get(done.size() - 1);
        if (last == null || !last.what().isCalledAs(what)) {
            last = new Step(what, new ArrayList<>());
            done.add(last);
        }
        last.runs().add(run);
    }

    @Nullable
    RecordedSteps outer() {
        return outer;
    }

    /** What they are together. */
    SteppedExecution whole() {
        return whole;
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
        return runs().mapToInt(RecordedPart::roundTrips).sum();
    }

    /** Of all of them, one after the other. */
    @Override
    public long nanos() {
        return runs().mapToLong(RecordedPart::nanos).sum();
    }

    private Stream<RecordedPart> runs() {
        return done.stream().flatMap(step -> step.runs().stream());
    }
}
