package org.shardingjdbc.parser.internal.token;

import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenSource;
import org.jspecify.annotations.Nullable;

/** A token that knows its place and finds its text there. {@code stop} is exclusive, unlike ANTLR's. Immutable. */
public final class SqlToken implements Token {
    private final String sql;
    public final int type;
    public final int start;
    /** Exclusive. */
    public final int stop;

    private final boolean word;
    private final int index;

    SqlToken(String sql, int type, int start, int stop, boolean word, int index) {
        this.sql = sql;
        this.type = type;
        this.start = start;
        this.stop = stop;
        this.word = word;
        this.index = index;
    }

    /** Whether it is an unquoted word. */
    boolean word() {
        return word;
    }

    /** Whether it is no symbol, and a quote ends where it begins. */
    boolean touchesText() {
        return start > 0
                && (sql.charAt(start - 1) == '\'' || sql.charAt(start - 1) == '"')
                && Character.isJavaIdentifierPart(sql.charAt(start));
    }

    @Override
    public String getText() {
        return type == EOF ? "<EOF>" : sql.substring(start, stop);
    }

    @Override
    public int getType() {
        return type;
    }

    @Override
    public int getLine() {
        return TextPosition.of(sql, start).line();
    }

    /** 0-based, as ANTLR counts. */
    @Override
    public int getCharPositionInLine() {
        return TextPosition.of(sql, start).column() - 1;
    }

    @Override
    public int getChannel() {
        return DEFAULT_CHANNEL;
    }

    @Override
    public int getTokenIndex() {
        return index;
    }

    @Override
    public int getStartIndex() {
        return start;
    }

    @Override
    public int getStopIndex() {
        return stop - 1;
    }

    @Override
    public @Nullable TokenSource getTokenSource() {
        return null;
    }

    @Override
    public @Nullable CharStream getInputStream() {
        return null;
    }

    @Override
    public String toString() {
        return getText();
    }

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
}
