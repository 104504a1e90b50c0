package org.shardingjdbc.plan.internal;

import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.step.PlanText;

/**
 * What a plan is wanted of. Immutable.
 *
 * @param text what is planned
 * @param part as what
 * @param several whether what several units do must be known, even if the text chooses one
 */
record PlanRequest(PlanText text, NestedPart part, boolean several) {
    /** The same of the whole statement. */
    PlanRequest whole() {
        return new PlanRequest(text, NestedPart.WHOLE, several);
    }
}
