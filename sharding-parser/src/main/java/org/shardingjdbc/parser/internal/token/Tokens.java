package org.shardingjdbc.parser.internal.token;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Span;

/**
 * The tokens of a part of a SQL text: what counts of it where its tree does not tell, since neither blanks nor comments
 * do. Immutable.
 *
 * @param sql the text
 * @param spans where each token is, in text order
 */
public record Tokens(String sql, List<Span> spans) {
    public Tokens {
        spans = List.copyOf(spans);
    }

    /** Reads a text that may be of any language; null where it is none of SQL, as a text in it has no end. */
    public static @Nullable Tokens ofMaybe(String text, Dialect dialect) {
        List<Span> spans = new ArrayList<>();
        SqlLexer lexer = new SqlLexer(text, dialect, null, null);
        while (lexer.advance()) {
            spans.add(new Span(lexer.start(), lexer.stop()));
        }
        return lexer.endless() ? null : new Tokens(text, spans);
    }

    /**
     * Reads a part of a text that was parsed.
     *
     * @param part begins and ends between two tokens
     */
    public static Tokens of(String sql, Span part, Dialect dialect) {
        List<Span> spans = new ArrayList<>();
        SqlLexer lexer = new SqlLexer(part.of(sql), dialect, null, null);
        while (lexer.next()) {
            spans.add(new Span(part.start() + lexer.start(), part.start() + lexer.stop()));
        }
        return new Tokens(sql, spans);
    }

    /**
     * A text that is the same for parts that differ in blanks, in comments and in the case of words.
     *
     * @param part begins and ends between two tokens
     */
    public static String comparable(String sql, Span part, Dialect dialect) {
        String text = part.of(sql);
        SqlLexer lexer = new SqlLexer(text, dialect, null, null);
        StringBuilder comparable = new StringBuilder(text.length());
        while (lexer.next()) {
            String token = text.substring(lexer.start(), lexer.stop());
            comparable.append(comparable.length() == 0 ? "" : " ");
            comparable.append(lexer.word() ? token.toLowerCase(Locale.ROOT) : token);
        }
        return comparable.toString();
    }

    /** A text without the values that stand in it, for messages: each literal is a question mark. */
    public static String withoutLiterals(String sql, Dialect dialect) {
        SqlLexer lexer = new SqlLexer(sql, dialect, null, null);
        StringBuilder shape = new StringBuilder(sql.length());
        while (lexer.next()) {
            char first = sql.charAt(lexer.start());
            char last = sql.charAt(lexer.stop() - 1);
            boolean digits = first >= '0' && first <= '9' || first == '.' && lexer.stop() > lexer.start() + 1;
            boolean text = last == '\''
                    || first == '$' && last == '$'
                    || last == '"' && dialect.lexis().doubleQuotedTexts();
            shape.append(shape.length() == 0 ? "" : " ");
            shape.append(digits || text ? "?" : sql.substring(lexer.start(), lexer.stop()));
        }
        return shape.toString();
    }

    /** The last token; null when there is none. */
    public @Nullable Span last() {
        return spans.isEmpty() ? null : spans.get(spans.size() - 1);
    }
}
