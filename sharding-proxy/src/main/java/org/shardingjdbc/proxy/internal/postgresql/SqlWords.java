package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/** Reads a statement word by word, of a kind that the session itself answers. One per text. */
final class SqlWords {
    private record Token(int start, int stop, int type, boolean word) {}

    private final String sql;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    /** @throws org.shardingjdbc.error.ShardingException when a string, a quoted name or a comment has no end */
    SqlWords(String sql, Dialect dialect) {
        this.sql = sql;
        SqlLexer lexer = new SqlLexer(sql, dialect, null, null);
        lexer.takeQuestionMarksForOperators();
        while (lexer.next()) {
            if (lexer.type() != SqlGrammar.T_SEMICOLON) {
                tokens.add(new Token(lexer.start(), lexer.stop(), lexer.type(), lexer.word()));
            }
        }
    }

    /** Whether something is left. */
    boolean hasMore() {
        return at < tokens.size();
    }

    /** Where the next token starts; the end of the text where none is left. */
    int start() {
        return hasMore() ? tokens.get(at).start : sql.length();
    }

    /** Where the last token that was read ends. */
    int stop() {
        return at == 0 ? 0 : tokens.get(at - 1).stop;
    }

    private String text(int index) {
        Token token = tokens.get(index);
        return sql.substring(token.start, token.stop);
    }

    /** @param ahead how many tokens come before it */
    private boolean is(int ahead, String expected) {
        int index = at + ahead;
        return index < tokens.size()
                && tokens.get(index).type != SqlGrammar.T_STRING
                && tokens.get(index).type != SqlGrammar.T_QUOTED
                && text(index).equalsIgnoreCase(expected);
    }

    /** Whether a word or a sign comes next. */
    boolean isNext(String expected) {
        return is(0, expected);
    }

    /** Reads these words and signs where they come next, all of them or none. */
    boolean accept(String... expected) {
        for (int i = 0; i < expected.length; i++) {
            if (!is(i, expected[i])) {
                return false;
            }
        }
        at += expected.length;
        return true;
    }

    /** Whether these words come behind one another anywhere in what is left. */
    boolean contains(String... expected) {
        int start = at;
        boolean found = false;
        while (!found && hasMore()) {
            found = accept(expected);
            at++;
        }
        at = start;
        return found;
    }

    /** @throws SQLException when something else comes next */
    void require(String expected) throws SQLException {
        if (!accept(expected)) {
            throw unexpected();
        }
    }

    /** The next word, in lower case. */
    String word() throws SQLException {
        if (!hasMore() || !tokens.get(at).word) {
            throw unexpected();
        }
        return text(at++).toLowerCase(Locale.ROOT);
    }

    boolean isString() {
        return hasMore() && tokens.get(at).type == SqlGrammar.T_STRING;
    }

    boolean isName() {
        return hasMore() && (tokens.get(at).word || tokens.get(at).type == SqlGrammar.T_QUOTED);
    }

    /** A name: in lower case where it is not quoted, and else as its quotes have it. */
    String name() throws SQLException {
        if (!isName()) {
            throw unexpected();
        }
        boolean word = tokens.get(at).word;
        String written = text(at++);
        if (word) {
            return written.toLowerCase(Locale.ROOT);
        }
        if (!written.startsWith("\"")) {
            throw SqlErrors.refuse("A name as U&\"...\" in this statement", "write it without");
        }
        if (written.length() == 2) {
            throw new SQLException("zero-length delimited identifier at or near \"\"\"\"", "42601");
        }
        return written.substring(1, written.length() - 1).replace("\"\"", "\"");
    }

    /** A whole number, with a sign or without. */
    long number() throws SQLException {
        boolean negative = accept("-");
        if (!negative) {
            accept("+");
        }
        if (!isNumber()) {
            throw unexpected();
        }
        try {
            long value = Long.parseLong(text(at++).replace("_", ""));
            return negative ? -value : value;
        } catch (NumberFormatException e) {
            at--;
            throw unexpected();
        }
    }

    /** Whether a whole number comes next. */
    boolean isNumber() {
        int index = is(0, "-") || is(0, "+") ? at + 1 : at;
        return index < tokens.size() && tokens.get(index).type == SqlGrammar.T_INTEGER;
    }

    /** The value of a string. */
    String string() throws SQLException {
        if (!isString()) {
            throw unexpected();
        }
        String written = text(at++);
        if (written.startsWith("'")) {
            return written.substring(1, written.length() - 1).replace("''", "'");
        }
        if (written.startsWith("$")) {
            int tag = written.indexOf('$', 1) + 1;
            return written.substring(tag, written.length() - tag);
        }
        if (written.startsWith("E'") || written.startsWith("e'")) {
            return unescaped(written.substring(2, written.length() - 1));
        }
        throw SqlErrors.refuse("The string " + written + " in this statement", "write it as '...' or E'...'");
    }

    private static String unescaped(String inside) throws SQLException {
        StringBuilder value = new StringBuilder();
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            if (c == '\'') {
                i++;
                value.append(c);
            } else if (c == '\\') {
                i++;
                char escaped = inside.charAt(i);
                switch (escaped) {
                    case 'b' -> value.append('\b');
                    case 'f' -> value.append('\f');
                    case 'n' -> value.append('\n');
                    case 'r' -> value.append('\r');
                    case 't' -> value.append('\t');
                    case 'x', 'u', 'U', '0', '1', '2', '3', '4', '5', '6', '7' -> {
                        int radix = escaped == 'x' || escaped == 'u' || escaped == 'U' ? 16 : 8;
                        int from = radix == 16 ? i + 1 : i;
                        int most = escaped == 'u' ? 4 : escaped == 'U' ? 8 : radix == 16 ? 2 : 3;
                        int to = from;
                        while (to < Math.min(from + most, inside.length())
                                && Character.digit(inside.charAt(to), radix) >= 0) {
                            to++;
                        }
                        int code = to == from ? -1 : (int) Long.parseLong(inside, from, to, radix);
                        if (code <= 0 || code > 127) {
                            throw SqlErrors.refuse(
                                    "The escape \\" + escaped + " in a string of this statement",
                                    "write the character as it is");
                        }
                        value.append((char) code);
                        i = to - 1;
                    }
                    default -> value.append(escaped);
                }
            } else {
                value.append(c);
            }
        }
        return value.toString();
    }

    /** Passes over what stands in parentheses, of which the first comes next; where their content starts and ends. */
    int[] parentheses() throws SQLException {
        require("(");
        int from = stop();
        int depth = 1;
        while (hasMore()) {
            Token token = tokens.get(at);
            if (token.type == SqlGrammar.T_OPEN) {
                depth++;
            } else if (token.type == SqlGrammar.T_CLOSE && --depth == 0) {
                at++;
                return new int[] {from, token.start};
            }
            at++;
        }
        throw unexpected();
    }

    /** @throws SQLException when something is left */
    void end() throws SQLException {
        if (hasMore()) {
            throw unexpected();
        }
    }

    SQLException unexpected() {
        return new SQLException(
                hasMore() ? "syntax error at or near \"" + text(at) + "\"" : "syntax error at end of input", "42601");
    }
}
