package org.shardingjdbc.plan.internal.nested;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.Span;

/**
 * A statement that writes as many rows as are given to it. It keeps the statements that were made of it. Safe for all
 * threads.
 */
public final class RowsTemplate {
    private final Writing writing;
    private final Variants<Shape, StepTemplate> made = new Variants<>();

    /** @param width how many values a row has */
    private record Shape(int rows, int width) {}

    /** Makes what writes some rows, whose values are those that the execution supplies. Immutable. */
    public interface Writing {
        StepTemplate of(ValuesSource rows);
    }

    public RowsTemplate(Writing writing) {
        this.writing = writing;
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

    /** What writes so many rows: its own values are those of the first one, then those of the next. */
    public StepTemplate of(int rows, int width) {
        return made.get(new Shape(rows, width), shape -> writing.of(rows(shape)).by(this));
    }

    /** The statement for people. */
    public NestedStatement shown() {
        return of(1, 1).shown("...");
    }
}
