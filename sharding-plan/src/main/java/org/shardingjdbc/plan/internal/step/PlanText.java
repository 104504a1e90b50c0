package org.shardingjdbc.plan.internal.step;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;

/**
 * A SQL text and what it is read and planned as, from which a plan can be made again. Immutable.
 *
 * @param sql the text; of a shape, the one with parameters in place of literals
 * @param plain whether its question marks are operators
 * @param shape the shape whose literals are its parameters; null for a text by itself
 * @param part what it is planned as
 * @param tree what it is read as; null where that is to be seen
 */
public record PlanText(
        String sql,
        boolean plain,
        @Nullable TextShape shape,
        NestedPart part,
        @Nullable ParsedSql tree) {
    public static PlanText prepared(String sql) {
        return new PlanText(sql, false, null, NestedPart.WHOLE, null);
    }

    public static PlanText plain(String sql) {
        return new PlanText(sql, true, null, NestedPart.WHOLE, null);
    }

    public static PlanText of(TextShape shape) {
        return new PlanText(shape.parameterText(), false, shape, NestedPart.WHOLE, null);
    }

    public static PlanText of(NestedStatement step) {
        return new PlanText(step.sql(), false, null, step.part(), step.parsed());
    }

    /** A tree that was made of that of a text. */
    public PlanText as(ParsedSql made) {
        return new PlanText(made.sql(), false, null, part, made);
    }

    /** The same as a statement of the application. */
    public PlanText whole() {
        return part == NestedPart.WHOLE ? this : new PlanText(sql, plain, shape, NestedPart.WHOLE, tree);
    }

    /** A tree is told by its text. */
    @Override
    public boolean equals(Object other) {
        return other instanceof PlanText that
                && sql.equals(that.sql)
                && plain == that.plain
                && Objects.equals(shape, that.shape)
                && part == that.part;
    }

    @Override
    public int hashCode() {
        return sql.hashCode();
    }
}
