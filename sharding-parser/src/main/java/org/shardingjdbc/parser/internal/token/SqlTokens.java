package org.shardingjdbc.parser.internal.token;

import org.antlr.v4.runtime.IntStream;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenSource;
import org.antlr.v4.runtime.misc.Interval;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.grammar.TokenSequence;

/** All tokens of a statement, the last one EOF, as the stream that ANTLR reads. Not thread-safe; one per parse. */
public final class SqlTokens extends TokenSequence {
    private final String sql;

    /**
     * @param tokens at least one, the last of type EOF
     * @param types theirs; there may be room for more
     */
    SqlTokens(String sql, SqlToken[] tokens, int[] types) {
        super(tokens, types);
        this.sql = sql;
    }

    /** The text that the tokens were cut from. */
    public String sql() {
        return sql;
    }

    /** The token at {@code index}; beyond the end, EOF. */
    public SqlToken at(int index) {
        return (SqlToken) tokens[Math.min(index, last)];
    }

    @Override
    public void consume() {
        if (position < last) {
            position++;
        }
    }

    @Override
    public int LA(int offset) {
        int index = offset < 0 ? position + offset : position + offset - 1;
        return index < 0 ? Token.INVALID_TYPE : types[Math.min(index, last)];
    }

    @Override
    public @Nullable Token LT(int offset) {
        int index = offset < 0 ? position + offset : position + offset - 1;
        return index < 0 ? null : tokens[Math.min(index, last)];
    }

    @Override
    public Token get(int index) {
        return tokens[index];
    }

    @Override
    public int mark() {
        return 0;
    }

    @Override
    public void release(int marker) {
        // everything is kept
    }

    @Override
    public int index() {
        return position;
    }

    @Override
    public void seek(int index) {
        position = Math.min(index, last);
    }

    @Override
    public int size() {
        return tokens.length;
    }

    @Override
    public String getSourceName() {
        return IntStream.UNKNOWN_SOURCE_NAME;
    }

    @Override
    public @Nullable TokenSource getTokenSource() {
        return null;
    }

    @Override
    public String getText(Interval interval) {
        return interval.b < interval.a ? "" : sql.substring(at(interval.a).start, at(interval.b).stop);
    }

    @Override
    public String getText() {
        return sql;
    }

    @Override
    public String getText(RuleContext rule) {
        return getText(rule.getSourceInterval());
    }

    @Override
    public String getText(Token start, Token stop) {
        return getText(Interval.of(start.getTokenIndex(), stop.getTokenIndex()));
    }
}
