package org.shardingjdbc.proxy.internal.mysql;

import java.sql.SQLException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/** Reads the first tokens of a statement, which tell whether the server itself answers it. Not thread-safe. */
final class StatementHead {
    private final String sql;
    private final SqlLexer lexer;
    private String token = "";
    private boolean unsure;
    private boolean atEnd;

    StatementHead(String sql, Dialect dialect) {
        this.sql = sql;
        this.lexer = new SqlLexer(sql, dialect, null, null);
    }

    /** Whether a name stands somewhere in the text, in any case; it may be in a string. */
    static boolean mentions(String sql, String name) {
        for (int i = 0; i <= sql.length() - name.length(); i++) {
            if (sql.regionMatches(true, i, name, 0, name.length())) {
                return true;
            }
        }
        return false;
    }

    /**
     * The next token, words in upper case; empty at the end of the text, and where a string or comment has no end, of
     * which the parser complains.
     */
    String next() {
        try {
            boolean found = lexer.next();
            while (found && lexer.type() == SqlGrammar.T_VERSION_COMMENT) {
                unsure = true;
                found = lexer.next();
            }
            atEnd = !found;
            token = found ? sql.substring(lexer.start(), lexer.stop()) : "";
        } catch (ShardingException e) {
            token = "";
            atEnd = false;
        }
        return lexer.word() ? token.toUpperCase(Locale.ROOT) : token;
    }

    /**
     * Whether a comment is somewhere in the text that some servers run and others do not, by their versions.
     *
     * @return true also where one has come so far; reads to the end
     */
    boolean isUnsure() {
        while (!next().isEmpty()) {
            // to the end
        }
        return unsure;
    }

    /** Whether the rest of the text has a user variable, as {@code @a}. */
    boolean namesVariable() {
        for (String each = next(); !each.isEmpty(); each = next()) {
            if (each.length() > 1 && each.charAt(0) == '@' && each.charAt(1) != '@') {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether the text ends here.
     *
     * @param more what may come next instead, which is read then
     * @throws SQLException when something else does
     */
    boolean endsUnless(String more) throws SQLException {
        if (next().equals(more)) {
            return false;
        }
        requireAtEnd();
        return true;
    }

    /** @throws SQLException when something comes next, be it a string or comment without an end */
    void requireEnd() throws SQLException {
        next();
        requireAtEnd();
    }

    private void requireAtEnd() throws SQLException {
        if (!atEnd) {
            throw MySqlException.of(
                    MySqlError.SYNTAX, "Nothing more is expected in the statement: near '" + written() + "'");
        }
    }

    /** The token of the last {@link #next}, as it was written. */
    String written() {
        return token;
    }

    /** The number that comes next; null where something else does. */
    @Nullable
    Long nextNumber() {
        String digits = next();
        try {
            return Long.valueOf(digits);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** Where the last token starts. */
    int start() {
        return lexer.start();
    }

    /** Where the last token ends, exclusive. */
    int stop() {
        return lexer.stop();
    }
}
