package org.shardingjdbc.plan.internal;

import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.step.PlanText;

/**
 * What a plan is wanted of. Immutable.
 *
 * @param text what is planned
 * @param several whether what several units do must be known, even if the text chooses one
 */
record PlanRequest(PlanText text, boolean several) {
    /** As what it is planned. */
    NestedPart part() {
        return text.part();
    }

    /** The same of the whole statement. */
    PlanRequest whole() {
        return new PlanRequest(text.whole(), several);
    }
}
