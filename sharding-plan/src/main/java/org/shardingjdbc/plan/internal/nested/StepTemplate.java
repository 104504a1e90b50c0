package org.shardingjdbc.plan.internal.nested;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.parser.internal.print.MadeText;
import org.shardingjdbc.parser.internal.print.TreeEdits;

/**
 * A nested statement before it is known how the values must be written that the execution itself supplies. It is a tree
 * with parameters for them, or pieces of text where its makers have no tree yet. It keeps the statements that were made
 * of it. Safe for all threads.
 */
public final class StepTemplate {
    private final List<Piece> pieces;
    private final NestedPart part;
    /** Null of pieces. */
    private final MadeStatement made;

    private final SqlParser parser;
    /** Whom its statements are made for: itself, or what makes it. */
    private final Object maker;
    /** By how its own values are written. */
    private final Variants<List<String>, NestedStatement> filled = new Variants<>();

    private StepTemplate(List<Piece> pieces, NestedPart part, MadeStatement made, SqlParser parser, Object maker) {
        this.pieces = List.copyOf(pieces);
        this.part = part;
        this.made = made;
        this.parser = parser;
        this.maker = maker == null ? this : maker;
    }

    /** The same as one of those that others make. */
    public StepTemplate by(Object other) {
        return new StepTemplate(pieces, part, made, parser, other);
    }

    /**
     * A template that is a statement.
     *
     * @param statement see {@link MadeStatement#of}; the number of the n-th of its own values is {@code -1 - n}
     * @param outer the statement whose parts are in it
     */
    public static StepTemplate of(Statement statement, ParsedSql outer, NestedPart part, SqlParser parser) {
        return of(MadeStatement.of(statement, outer, parser), part, parser);
    }

    /** A template of a statement that is made already. */
    public static StepTemplate of(MadeStatement made, NestedPart part, SqlParser parser) {
        return new StepTemplate(pieces(made), part, made, parser, null);
    }

    private static List<Piece> pieces(MadeStatement made) {
        List<Piece> pieces = new ArrayList<>();
        int at = 0;
        for (Parameter parameter : made.parsed().parameters()) {
            int source = made.sources().get(parameter.index());
            pieces.add(
                    new Piece(made.parsed().sql().substring(at, parameter.span().start()), 0));
            pieces.add(new Piece(null, source));
            at = parameter.span().stop();
        }
        pieces.add(new Piece(made.parsed().sql().substring(at), 0));
        return pieces;
    }

    /** The n-th of the values that an execution supplies, as a node. */
    public static Parameter own(int value) {
        return new Parameter(Span.NONE, -1 - value);
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
        return filled.get(values, all -> (made == null ? filled(all) : made(all)).by(maker));
    }

    private NestedStatement made(List<String> values) {
        ParsedSql parsed = made.parsed();
        Iterator<String> next = values.iterator();
        TreeEdits edits = new TreeEdits(parsed);
        for (Parameter parameter : parsed.parameters()) {
            String value = made.sources().get(parameter.index()) < 0 ? next.next() : "?";
            if (!value.equals("?")) {
                edits.replace(parameter, MadeText.ofExpression(value, parameter.index(), parser));
            }
        }
        int[] sources = made.sources().stream().mapToInt(Integer::intValue).toArray();
        return new NestedStatement(edits.made(parser), part, sources);
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

    /** The statement for people, with a word for each of its own values. */
    NestedStatement shown(String value) {
        StringBuilder sql = new StringBuilder();
        List<Integer> sources = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.text() != null) {
                sql.append(piece.text());
            } else {
                sql.append(piece.source() < 0 ? value : "?");
                if (piece.source() >= 0) {
                    sources.add(piece.source());
                }
            }
        }
        return new NestedStatement(
                sql.toString(),
                part,
                sources.stream().mapToInt(Integer::intValue).toArray());
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
            return new StepTemplate(pieces, part, null, null, null);
        }
    }
}
