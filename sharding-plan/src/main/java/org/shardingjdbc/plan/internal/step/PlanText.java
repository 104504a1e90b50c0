package org.shardingjdbc.plan.internal.step;

import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.plan.internal.operator.NestedPart;

/**
 * A SQL text and what it is read and planned as, from which a plan can be made again. Immutable.
 *
 * @param sql the text; of a shape, the one with parameters in place of literals
 * @param plain whether its question marks are operators
 * @param shape the shape whose literals are its parameters; null for a text by itself
 * @param part what it is planned as
 */
public record PlanText(String sql, boolean plain, TextShape shape, NestedPart part) {
    public static PlanText prepared(String sql, NestedPart part) {
        return new PlanText(sql, false, null, part);
    }

    public static PlanText prepared(String sql) {
        return prepared(sql, NestedPart.WHOLE);
    }

    public static PlanText plain(String sql) {
        return new PlanText(sql, true, null, NestedPart.WHOLE);
    }

    public static PlanText of(TextShape shape) {
        return new PlanText(shape.parameterText(), false, shape, NestedPart.WHOLE);
    }

    /** The same as a statement of the application. */
    public PlanText whole() {
        return part == NestedPart.WHOLE ? this : new PlanText(sql, plain, shape, NestedPart.WHOLE);
    }
}
