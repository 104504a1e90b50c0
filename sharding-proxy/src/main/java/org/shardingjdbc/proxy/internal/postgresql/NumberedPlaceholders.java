package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import java.util.Arrays;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/**
 * A text with {@code $1} in it as one with question marks, which the library takes; a question mark that is an
 * operator, or a part of one, stands twice there.
 *
 * @param sources of each question mark, which value it stands for, 0-based
 * @param count how many values an execution takes
 */
record NumberedPlaceholders(String sql, int[] sources, int count) {
    private static final int MOST = 65535;

    /** @throws SQLException when a number is none that PostgreSQL takes */
    static NumberedPlaceholders of(String text, Dialect dialect) throws SQLException {
        if (text.indexOf('$') < 0 && text.indexOf('?') < 0) {
            return new NumberedPlaceholders(text, new int[0], 0);
        }
        StringBuilder sql = new StringBuilder(text.length());
        int[] sources = new int[8];
        int found = 0;
        int count = 0;
        int copied = 0;
        SqlLexer lexer = new SqlLexer(text, dialect, null, null);
        lexer.takeQuestionMarksForOperators();
        while (lexer.next()) {
            if (lexer.type() == SqlGrammar.T_PARAMETER) {
                int number = number(text, lexer.start() + 1, lexer.stop());
                if (found == sources.length) {
                    sources = Arrays.copyOf(sources, found * 2);
                }
                sources[found++] = number - 1;
                count = Math.max(count, number);
                sql.append(text, copied, lexer.start()).append('?');
                copied = lexer.stop();
            } else if (isOperator(text, lexer)) {
                sql.append(text, copied, lexer.start());
                sql.append(text.substring(lexer.start(), lexer.stop()).replace("?", "??"));
                copied = lexer.stop();
            }
        }
        sql.append(text, copied, text.length());
        return new NumberedPlaceholders(sql.toString(), Arrays.copyOf(sources, found), count);
    }

    private static boolean isOperator(String text, SqlLexer lexer) {
        int question = text.indexOf('?', lexer.start());
        return question >= 0
                && question < lexer.stop()
                && !lexer.word()
                && lexer.type() != SqlGrammar.T_STRING
                && lexer.type() != SqlGrammar.T_QUOTED;
    }

    private static int number(String text, int from, int to) throws SQLException {
        int number = 0;
        for (int i = from; i < to && number <= MOST; i++) {
            number = number * 10 + text.charAt(i) - '0';
        }
        if (number < 1 || number > MOST) {
            throw new SQLException("there is no parameter $" + text.substring(from, to), "42P02");
        }
        return number;
    }
}
