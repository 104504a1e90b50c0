package org.shardingjdbc.plan.internal.routing;

import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.step.PlanText;

/**
 * What a plan is wanted of. Immutable.
 *
 * @param text what is planned
 * @param several whether what several units do must be known, even if the text chooses one
 * @param steps when the steps are planned that answer what is refused
 */
public record PlanRequest(PlanText text, boolean several, StepsPlanned steps) {
    /** When steps are planned. */
    public enum StepsPlanned {
        /** With the text. */
        AT_ONCE,
        /** When an execution needs them: what several units do was itself planned for an execution. */
        BEHIND_SEVERAL,
        /** When an execution needs them: most trials are thrown away, and what is kept is mostly proved. */
        BEHIND_TRIAL,
        /** Nobody asks for them: each text of a shape has a plan of its own for that. */
        NEVER
    }

    /** All of a plan, as it is executed. */
    public static PlanRequest of(PlanText text) {
        return new PlanRequest(text, false, StepsPlanned.AT_ONCE);
    }

    /** Only to see whether data nodes answer it. */
    public static PlanRequest tried(PlanText text) {
        return new PlanRequest(text, false, StepsPlanned.BEHIND_TRIAL);
    }

    /** Of all texts of a shape. */
    public static PlanRequest ofShape(PlanText text) {
        return new PlanRequest(text, false, StepsPlanned.NEVER);
    }

    /** What several units do. */
    public static PlanRequest ofSeveral(PlanText text) {
        return new PlanRequest(text, true, StepsPlanned.BEHIND_SEVERAL);
    }

    /** As what it is planned. */
    public NestedPart part() {
        return text.part();
    }

    /** The same of the whole statement. */
    public PlanRequest whole() {
        return new PlanRequest(text.whole(), several, steps);
    }
}
