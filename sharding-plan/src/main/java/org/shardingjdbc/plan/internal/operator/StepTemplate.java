package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.Parameter;
import org.shardingjdbc.parser.internal.ast.Span;

/**
 * The text of a nested statement before it is known how the values must be written that the execution itself supplies:
 * pieces of the outer statement with its placeholders, text between them, and the places of those values. It keeps the
 * statements that were made of it. Safe for all threads.
 */
public final class StepTemplate {
    private final List<Piece> pieces;
    private final NestedPart part;
    /** By how its own values are written. */
    private final Kept<List<String>, NestedStatement> filled = new Kept<>();

    private StepTemplate(List<Piece> pieces, NestedPart part) {
        this.pieces = List.copyOf(pieces);
        this.part = part;
    }

    /**
     * A piece of the text.
     *
     * @param text SQL; null for a value
     * @param source of a value, as {@link NestedStatement#sources} counts
     */
    private record Piece(String text, int source) {}

    /** The statement with {@code ?} for each value. */
    public NestedStatement fill() {
        return fill(value -> "?");
    }

    /**
     * The statement.
     *
     * @param placeholders how the n-th of the execution's own values is written, with one {@code ?}
     */
    public NestedStatement fill(IntFunction<String> placeholders) {
        List<String> values = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.text() == null && piece.source() < 0) {
                values.add(placeholders.apply(-1 - piece.source()));
            }
        }
        return filled.get(values, this::filled);
    }

    private NestedStatement filled(List<String> values) {
        Iterator<String> next = values.iterator();
        StringBuilder sql = new StringBuilder();
        List<Integer> sources = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.text() != null) {
                sql.append(piece.text());
                continue;
            }
            sql.append(piece.source() < 0 ? next.next() : "?");
            sources.add(piece.source());
        }
        return new NestedStatement(
                sql.toString(),
                part,
                sources.stream().mapToInt(Integer::intValue).toArray());
    }

    /** Whether a text begins with this template, however its values are written. */
    public boolean begins(String sql) {
        int at = 0;
        for (Piece piece : pieces) {
            if (piece.text() != null) {
                int found = sql.indexOf(piece.text(), at);
                if (found < 0 || at == 0 && found > 0 && piece == pieces.get(0)) {
                    return false;
                }
                at = found + piece.text().length();
            }
        }
        return true;
    }

    @Override
    public String toString() {
        NestedStatement filled = fill();
        return filled.toString();
    }

    /** Puts a template together. Not thread-safe. */
    public static final class Builder {
        private final ParsedSql outer;
        private final List<Piece> pieces = new ArrayList<>();
        private NestedPart part = NestedPart.WHOLE;

        /** @param outer the statement whose pieces are copied; may be null when none are */
        public Builder(ParsedSql outer) {
            this.outer = outer;
        }

        /** A template of text and values only. */
        public static Builder free() {
            return new Builder(null);
        }

        /** What the statement is planned as, where it is not a whole one. */
        public Builder as(NestedPart planned) {
            part = planned;
            return this;
        }

        /** Adds text. */
        public Builder text(String text) {
            pieces.add(new Piece(text, 0));
            return this;
        }

        /** Adds a piece of the outer statement, with its placeholders. */
        public Builder copy(Span span) {
            int from = span.start();
            for (Parameter parameter : outer.parameters()) {
                Span place = parameter.span();
                if (place.start() >= span.start() && place.stop() <= span.stop()) {
                    text(outer.sql().substring(from, place.start()));
                    pieces.add(new Piece(null, parameter.index()));
                    from = place.stop();
                }
            }
            return text(outer.sql().substring(from, span.stop()));
        }

        /** Adds all of another template. */
        public Builder add(StepTemplate other) {
            pieces.addAll(other.pieces);
            return this;
        }

        /** Adds the n-th of the values that the execution supplies. */
        public Builder own(int value) {
            pieces.add(new Piece(null, -1 - value));
            return this;
        }

        public StepTemplate build() {
            return new StepTemplate(pieces, part);
        }
    }
}
