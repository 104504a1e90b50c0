package org.shardingjdbc.plan.internal.write;

import java.util.List;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.step.StepSource;

/**
 * A way in which a write may be answered in steps; whether it is one for an execution depends on its parameters.
 * Immutable, kept with the plan.
 *
 * @param steps what is done
 * @param asked what must be answered for that
 * @param inSteps whether that may take steps itself
 */
record WriteWay(SteppedExecution steps, List<NestedStatement> asked, boolean inSteps) {
    WriteWay {
        asked = List.copyOf(asked);
    }

    /** The first one that is a way for parameters; null for none. */
    static SteppedExecution first(List<WriteWay> ways, StepSource source, Object[] parameters) {
        for (WriteWay way : ways) {
            if (way.asked.stream().allMatch(step -> source.answers(step, parameters, way.inSteps))) {
                return way.steps;
            }
        }
        return null;
    }
}
