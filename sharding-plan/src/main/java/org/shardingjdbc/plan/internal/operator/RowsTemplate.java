package org.shardingjdbc.plan.internal.operator;

/**
 * A statement that writes as many rows as are given to it. It keeps the statements that were made of it. Safe for all
 * threads.
 */
public final class RowsTemplate {
    private final StepTemplate head;
    private final StepTemplate tail;
    private final Kept<Shape, StepTemplate> made = new Kept<>();

    /** @param width how many values a row has */
    private record Shape(int rows, int width) {}

    /**
     * A statement of its parts.
     *
     * @param head the statement up to where its rows stand
     * @param tail what stands behind them: what happens on a conflict, RETURNING; may be empty
     */
    public RowsTemplate(StepTemplate head, StepTemplate tail) {
        this.head = head;
        this.tail = tail;
    }

    /** What writes so many rows: its own values are those of the first one, then those of the next. */
    public StepTemplate of(int rows, int width) {
        return made.get(new Shape(rows, width), this::make);
    }

    private StepTemplate make(Shape shape) {
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

    /** The statement for people. */
    public NestedStatement shown() {
        return StepTemplate.Builder.free()
                .add(head)
                .text(" VALUES (...)")
                .add(tail)
                .build()
                .fill();
    }

    /** Whether a text is one of its statements. */
    public boolean begins(String sql) {
        return head.begins(sql);
    }
}
