package org.shardingjdbc.plan.internal.routing;

import org.shardingjdbc.plan.internal.operator.Later;
import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.step.PlanText;

/**
 * What a plan is wanted of. Immutable.
 *
 * @param text what is planned
 * @param several whether what several units do must be known, even if the text chooses one
 * @param later why the steps are planned later that answer what is refused; null where they are planned with the text
 */
public record PlanRequest(PlanText text, boolean several, Later.Reason later) {
    /** All of a plan, as it is executed. */
    public static PlanRequest of(PlanText text) {
        return new PlanRequest(text, false, null);
    }

    /** Without steps. */
    public static PlanRequest withoutSteps(PlanText text, Later.Reason later) {
        return new PlanRequest(text, false, later);
    }

    /** What several units do. */
    public static PlanRequest ofSeveral(PlanText text) {
        return new PlanRequest(text, true, Later.Reason.ONE_NODE);
    }

    /** As what it is planned. */
    public NestedPart part() {
        return text.part();
    }

    /** The same of the whole statement. */
    public PlanRequest whole() {
        return new PlanRequest(text.whole(), several, later);
    }
}
