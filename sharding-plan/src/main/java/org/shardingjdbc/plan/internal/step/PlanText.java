package org.shardingjdbc.plan.internal.step;

import org.shardingjdbc.parser.internal.shape.TextShape;

/**
 * A SQL text and what it is read as, from which a plan can be made again. Immutable.
 *
 * @param sql the text; of a shape, the one with parameters in place of literals
 * @param plain whether its question marks are operators
 * @param shape the shape whose literals are its parameters; null for a text by itself
 */
public record PlanText(String sql, boolean plain, TextShape shape) {
    public static PlanText prepared(String sql) {
        return new PlanText(sql, false, null);
    }

    public static PlanText plain(String sql) {
        return new PlanText(sql, true, null);
    }

    public static PlanText of(TextShape shape) {
        return new PlanText(shape.parameterText(), false, shape);
    }
}
