package org.shardingjdbc.plan.internal.routing;

import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.step.PlanText;

/**
 * What a plan is wanted of. Immutable.
 *
 * @param text what is planned
 * @param several whether what several units do must be known, even if the text chooses one
 */
public record PlanRequest(PlanText text, boolean several) {
    /** As what it is planned. */
    public NestedPart part() {
        return text.part();
    }

    /** The same of the whole statement. */
    public PlanRequest whole() {
        return new PlanRequest(text.whole(), several);
    }
}
