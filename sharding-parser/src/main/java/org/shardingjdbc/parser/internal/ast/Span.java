package org.shardingjdbc.parser.internal.ast;

/** A range of characters of the SQL text: {@code start} is 0-based and inclusive, {@code stop} is exclusive. */
public record Span(int start, int stop) {
    public Span {
        if (start < 0 || stop < start) {
            throw new IllegalArgumentException("no span: " + start + ".." + stop);
        }
    }

    /** The characters of {@code sql} that this span covers. */
    public String of(String sql) {
        return sql.substring(start, stop);
    }
}
