package org.shardingjdbc.parser.internal.token;

/** A place in a text; {@code line} and {@code column} are 1-based. */
public record TextPosition(int line, int column) {
    /** The place of the character {@code index}, 0-based; the end of the text is a place too. */
    public static TextPosition of(String text, int index) {
        int line = 1;
        int lineStart = 0;
        for (int at = 0; at < index; at++) {
            if (text.charAt(at) == '\n') {
                line++;
                lineStart = at + 1;
            }
        }
        return new TextPosition(line, index - lineStart + 1);
    }
}
