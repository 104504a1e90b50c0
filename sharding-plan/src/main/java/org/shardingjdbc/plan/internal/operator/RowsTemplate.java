package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.ValuesSource;

/**
 * A statement that writes as many rows as are given to it. It keeps the statements that were made of it. Safe for all
 * threads.
 */
public final class RowsTemplate {
    private final Function<Shape, StepTemplate> making;
    private final Variants<Shape, StepTemplate> made = new Variants<>();

    /** @param width how many values a row has */
    private record Shape(int rows, int width) {}

    private RowsTemplate(Function<Shape, StepTemplate> making) {
        this.making = making;
    }

    /** @param writing makes what writes some rows, whose values are those that the execution supplies */
    public static RowsTemplate of(Function<ValuesSource, StepTemplate> writing) {
        return new RowsTemplate(shape -> writing.apply(rows(shape)));
    }

    private static ValuesSource rows(Shape shape) {
        List<InsertRow> rows = new ArrayList<>();
        for (int row = 0; row < shape.rows(); row++) {
            List<Expression> values = new ArrayList<>();
            for (int column = 0; column < shape.width(); column++) {
                values.add(StepTemplate.own(row * shape.width() + column));
            }
            rows.add(new InsertRow(Span.NONE, values));
        }
        return new ValuesSource(Span.NONE, rows);
    }

    /**
     * A statement of its parts.
     *
     * @param head the statement up to where its rows stand
     * @param tail what stands behind them: what happens on a conflict, RETURNING; may be empty
     */
    public static RowsTemplate of(StepTemplate head, StepTemplate tail) {
        return new RowsTemplate(shape -> text(shape, head, tail));
    }

    private static StepTemplate text(Shape shape, StepTemplate head, StepTemplate tail) {
        StepTemplate.Builder text = StepTemplate.Builder.free().add(head).text(" VALUES ");
        int width = shape.width();
        for (int row = 0; row < shape.rows(); row++) {
            text.text(row == 0 ? "(" : ", (");
            for (int column = 0; column < width; column++) {
                text.text(column == 0 ? "" : ", ").own(row * width + column);
            }
            text.text(")");
        }
        return text.add(tail).build();
    }

    /** What writes so many rows: its own values are those of the first one, then those of the next. */
    public StepTemplate of(int rows, int width) {
        return made.get(new Shape(rows, width), shape -> making.apply(shape).by(this));
    }

    /** The statement for people. */
    public NestedStatement shown() {
        return of(1, 1).shown("...");
    }
}
