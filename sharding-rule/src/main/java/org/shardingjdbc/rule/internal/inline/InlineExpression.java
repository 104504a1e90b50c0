package org.shardingjdbc.rule.internal.inline;

import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.inline.Term.Remainder;

/**
 * A compiled text with holes: literal pieces and expressions between <code>${</code> and <code>}</code>. Immutable,
 * safe for all threads.
 */
public final class InlineExpression {
    private static final int MAX_NAMES = 1_000_000;

    private final List<Object> pieces;
    private final int variables;
    private final int frameSize;

    InlineExpression(List<Object> pieces, int variables, int frameSize) {
        this.pieces = List.copyOf(pieces);
        this.variables = variables;
        this.frameSize = frameSize;
    }

    /**
     * Compiles a text that is evaluated for values.
     *
     * @param text may begin with {@code <GROOVY>} or {@code <LITERAL>}
     * @param variables the names that its expressions may use, compared without case
     * @throws InlineSyntaxException when it is outside of the language
     */
    public static InlineExpression compile(String text, List<String> variables) {
        RowExpressionKind kind = RowExpressionKind.of(text);
        String body = kind.body(text);
        if (kind == RowExpressionKind.LITERAL) {
            return new InlineExpression(List.of(body), variables.size(), variables.size());
        }
        if (kind == RowExpressionKind.INTERVAL) {
            throw new InlineSyntaxException(0, "<INTERVAL> lists names and cannot compute one");
        }
        return new TemplateReader(body, text.length() - body.length(), variables).single();
    }

    /**
     * Compiles a text that lists names and expands it: pieces are separated by commas, the lists and ranges in the
     * holes of a piece multiply out, the last one varying fastest.
     *
     * @param text such as <code>ds_${0..1}.t_order_${0..3}, ds_2.t_old</code>; may begin with {@code <GROOVY>},
     *     {@code <LITERAL>} or {@code <INTERVAL>}
     * @return in the order of the text, possibly with duplicates
     * @throws InlineSyntaxException when it is outside of the language
     */
    public static List<String> names(String text) {
        RowExpressionKind kind = RowExpressionKind.of(text);
        String body = kind.body(text);
        if (kind == RowExpressionKind.INTERVAL) {
            return IntervalNames.of(body);
        }
        List<String> names = new ArrayList<>();
        if (kind == RowExpressionKind.LITERAL) {
            for (String name : body.split(",", -1)) {
                if (!name.isBlank()) {
                    names.add(name.trim());
                }
            }
            return names;
        }
        for (InlineExpression piece : new TemplateReader(body, text.length() - body.length(), List.of()).list()) {
            piece.expandInto(names);
        }
        return names;
    }

    /**
     * The names that a text lists, where they are each of some heads before a mark and each of some tails after it, in
     * the order of the heads.
     *
     * @param heads possibly with duplicates, unless they are a {@link NamePattern}
     * @param tails as well
     */
    public record Product(List<String> heads, List<String> tails) {}

    /**
     * What {@link #names} lists, as a product.
     *
     * @param mark what parts heads from tails; it must stand in a literal piece, once
     * @return null where the text is no such product, or cannot be read
     */
    public static @Nullable Product product(String text, char mark) {
        RowExpressionKind kind = RowExpressionKind.of(text);
        if (kind == RowExpressionKind.INTERVAL || kind == RowExpressionKind.LITERAL) {
            return null;
        }
        String body = kind.body(text);
        try {
            List<InlineExpression> expressions =
                    new TemplateReader(body, text.length() - body.length(), List.of()).list();
            return expressions.size() == 1 ? expressions.get(0).product(mark) : null;
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    private @Nullable Product product(char mark) {
        List<Object> before = new ArrayList<>();
        List<Object> after = new ArrayList<>();
        boolean found = false;
        for (Object piece : pieces) {
            int at = piece instanceof String literal ? literal.indexOf(mark) : -1;
            if (at < 0) {
                (found ? after : before).add(piece);
            } else if (found) {
                return null;
            } else {
                found = true;
                String literal = (String) piece;
                before.add(literal.substring(0, at));
                after.add(literal.substring(at + 1));
            }
        }
        if (!found) {
            return null;
        }
        List<String> heads = new InlineExpression(before, variables, frameSize).listed();
        List<String> tails = new InlineExpression(after, variables, frameSize).listed();
        return (long) heads.size() * tails.size() > MAX_NAMES ? null : new Product(heads, tails);
    }

    /**
     * The text with its holes filled.
     *
     * @param values one for each variable, in their order
     * @throws RuntimeException when an operation is not defined for the values
     */
    public String evaluate(Object... values) {
        Object[] frame = frame(values);
        if (pieces.size() == 1) {
            return textOf(pieces.get(0), frame);
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < pieces.size(); i++) {
            text.append(textOf(pieces.get(i), frame));
        }
        return text.toString();
    }

    /** Whether it has no hole: it is the same for all values. */
    public boolean isConstant() {
        return pieces.stream().noneMatch(Term.class::isInstance);
    }

    /** Whether the text is a literal, one hole, and a literal, each literal possibly empty. */
    public boolean hasOneHole() {
        return pieces.stream().filter(Term.class::isInstance).count() == 1;
    }

    /** The literal before the hole of a text with {@link #hasOneHole() one hole}. */
    public String prefix() {
        return pieces.get(0) instanceof String literal ? literal : "";
    }

    /** The literal after the hole of a text with {@link #hasOneHole() one hole}. */
    public String suffix() {
        return pieces.get(pieces.size() - 1) instanceof String literal ? literal : "";
    }

    /** The value of the hole of a text with {@link #hasOneHole() one hole}; mostly an Integer or a Long. */
    public @Nullable Object hole(Object... values) {
        int at = pieces.get(0) instanceof Term ? 0 : 1;
        return ((Term) pieces.get(at)).evaluate(frame(values));
    }

    /**
     * By what a text with {@link #hasOneHole() one hole} divides its only variable, where the hole is nothing but the
     * remainder; else 0.
     */
    public int divisor() {
        int at = pieces.get(0) instanceof Term ? 0 : 1;
        return variables == 1 && pieces.get(at) instanceof Remainder remainder ? remainder.divisor() : 0;
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    private Object[] frame(Object[] values) {
        if (values.length != variables) {
            throw new IllegalArgumentException("expected " + variables + " values, not " + values.length);
        }
        if (frameSize == values.length) {
            return values;
        }
        Object[] frame = new Object[frameSize];
        System.arraycopy(values, 0, frame, 0, values.length);
        return frame;
    }

    private static String textOf(Object piece, Object[] frame) {
        return piece instanceof Term term ? String.valueOf(term.evaluate(frame)) : (String) piece;
    }

    /** What it lists, as a pattern where it is one. */
    private List<String> listed() {
        Object[] frame = new Object[frameSize];
        List<@Nullable Object> values = new ArrayList<>();
        for (Object piece : pieces) {
            values.add(piece instanceof Term term ? term.evaluate(frame) : piece);
        }
        NamePattern pattern = NamePattern.of(values, MAX_NAMES);
        if (pattern != null) {
            return pattern;
        }
        List<String> names = new ArrayList<>();
        expandInto(names);
        return names;
    }

    private void expandInto(List<String> names) {
        List<String> heads = List.of("");
        Object[] frame = new Object[frameSize];
        for (Object piece : pieces) {
            List<String> tails = piece instanceof Term term ? alternatives(term, frame) : List.of((String) piece);
            if ((long) heads.size() * tails.size() > MAX_NAMES) {
                throw new IllegalArgumentException("the expression lists more than " + MAX_NAMES + " names");
            }
            List<String> longer = new ArrayList<>(heads.size() * tails.size());
            for (String head : heads) {
                for (String tail : tails) {
                    longer.add(head + tail);
                }
            }
            heads = longer;
        }
        names.addAll(heads);
    }

    private static List<String> alternatives(Term term, Object[] frame) {
        Object value = term.evaluate(frame);
        if (!(value instanceof List<?> list)) {
            return List.of(String.valueOf(value));
        }
        List<String> texts = new ArrayList<>(list.size());
        for (Object element : list) {
            texts.add(String.valueOf(element));
        }
        return texts;
    }

    /** What the mark at the front of a row expression says about the rest. */
    enum RowExpressionKind {
        /** No mark, or {@code <GROOVY>} or {@code <ESPRESSO>}: text with holes. */
        INLINE,
        /** {@code <LITERAL>}: names separated by commas, no holes. */
        LITERAL,
        /** {@code <INTERVAL>}: names with a time at their end, from a first to a last one. */
        INTERVAL;

        static RowExpressionKind of(String text) {
            int end = text.indexOf('>');
            if (!text.startsWith("<") || end < 0) {
                return INLINE;
            }
            String mark = text.substring(1, end).toUpperCase(java.util.Locale.ROOT);
            return switch (mark) {
                case "GROOVY", "ESPRESSO" -> INLINE;
                case "LITERAL" -> LITERAL;
                case "INTERVAL" -> INTERVAL;
                default ->
                    throw new InlineSyntaxException(
                            0, "unknown kind <" + mark + "> of row expression; known are GROOVY, LITERAL, INTERVAL");
            };
        }

        /** The text without its mark. */
        String body(String text) {
            boolean marked = text.startsWith("<") && text.indexOf('>') > 0;
            return marked ? text.substring(text.indexOf('>') + 1) : text;
        }
    }
}
