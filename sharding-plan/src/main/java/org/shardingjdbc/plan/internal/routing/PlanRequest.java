package org.shardingjdbc.plan.internal.routing;

import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.planning.StatementSource;

/**
 * What a plan is wanted of. Immutable.
 *
 * @param source what the statement is read from
 * @param part as what it is planned
 * @param several whether what several units do must be known, even if the text chooses one
 * @param steps when the steps are planned that answer what is refused
 */
public record PlanRequest(StatementSource source, NestedPart part, boolean several, StepsPlanned steps) {
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
    public static PlanRequest of(StatementSource source) {
        return new PlanRequest(source, NestedPart.WHOLE, false, StepsPlanned.AT_ONCE);
    }

    /** The same of a step. */
    public static PlanRequest of(NestedStatement step) {
        return new PlanRequest(StatementSource.of(step), step.part(), false, StepsPlanned.AT_ONCE);
    }

    /** Of a step, only to see whether data nodes answer it. */
    public static PlanRequest tried(NestedStatement step) {
        return new PlanRequest(StatementSource.of(step), step.part(), false, StepsPlanned.BEHIND_TRIAL);
    }

    /** Of all texts of a shape. */
    public static PlanRequest of(TextShape shape) {
        return new PlanRequest(new StatementSource.Shape(shape), NestedPart.WHOLE, false, StepsPlanned.NEVER);
    }

    /** What several units do. */
    public static PlanRequest ofSeveral(StatementSource source, NestedPart part) {
        return new PlanRequest(source, part, true, StepsPlanned.BEHIND_SEVERAL);
    }

    /** What several units do with a tree that was made of that of this one. */
    public PlanRequest ofSeveral(ParsedSql made) {
        return ofSeveral(new StatementSource.Made(made), part);
    }

    /** The same, read from something else. */
    public PlanRequest from(StatementSource other) {
        return new PlanRequest(other, part, several, steps);
    }

    /** The same of the whole statement. */
    public PlanRequest whole() {
        return new PlanRequest(source, NestedPart.WHOLE, several, steps);
    }
}
