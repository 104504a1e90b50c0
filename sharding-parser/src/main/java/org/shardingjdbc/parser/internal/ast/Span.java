package org.shardingjdbc.parser.internal.ast;

/** A range of characters of the SQL text: {@code start} is 0-based and inclusive, {@code stop} is exclusive. */
public record Span(int start, int stop) {
    /** That of a node that was made and not read: no characters anywhere. */
    public static final Span NONE = new Span(-1, -1);

    public Span {
        boolean none = start == -1 && stop == -1;
        if (!none && (start < 0 || stop < start)) {
            throw new IllegalArgumentException("no span: " + start + ".." + stop);
        }
    }

    /**
     * The characters of {@code sql} that this span covers.
     *
     * @throws IllegalStateException for {@link #NONE}
     */
    public String of(String sql) {
        if (start < 0) {
            throw new IllegalStateException("a node that was made has no text");
        }
        return sql.substring(start, stop);
    }
}
