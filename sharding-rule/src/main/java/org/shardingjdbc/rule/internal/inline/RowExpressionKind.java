package org.shardingjdbc.rule.internal.inline;

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
