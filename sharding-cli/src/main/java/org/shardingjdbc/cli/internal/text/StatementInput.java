package org.shardingjdbc.cli.internal.text;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/**
 * A text that comes in parts, and is cut into statements as they end. What was read is not read again, so that long
 * statements and long files cost what they are long. One per text; not thread-safe.
 */
public final class StatementInput {
    /** What is in such a comment is read as SQL, so that it cannot be left and come back to. */
    private static final String EXECUTABLE = "/*!";

    private static final int NONE = -1;

    private final Dialect dialect;

    /** What no statement was cut from yet. */
    private final StringBuilder text = new StringBuilder();

    /** Where {@link #text} stands in the whole. */
    private int at;

    /** Where its first token stands in it. */
    private int first = NONE;

    /** As far as it was read. */
    private int read;

    public StatementInput(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * The next part, which ends behind a token.
     *
     * @return the statements that end in it
     */
    public List<StatementText> add(String part) {
        text.append(part);
        List<StatementText> ended = new ArrayList<>();
        int from = read;
        int begin = 0;
        SqlLexer lexer = new SqlLexer(text.substring(from), dialect, null, null);
        try {
            while (lexer.next()) {
                int start = from + lexer.start();
                if (start < begin) {
                    // the letter behind a backslash
                    continue;
                }
                read = from + lexer.stop();
                if (!StatementText.isEnd(text, start, lexer.type())) {
                    first = first == NONE ? start : first;
                    continue;
                }
                read = StatementText.stop(text, start, read);
                if (first != NONE) {
                    ended.add(new StatementText(
                            text.substring(begin, start).strip(), text.charAt(read - 1) == 'G', at + first, at + read));
                }
                first = NONE;
                begin = read;
            }
        } catch (ShardingException e) {
            // a text, a name or a comment has no end yet
            cut(begin);
            return ended;
        }
        cut(begin);
        return ended;
    }

    private void cut(int begin) {
        text.delete(0, begin);
        at += begin;
        boolean again = text.indexOf(EXECUTABLE) >= 0;
        read = again ? 0 : read - begin;
        first = again || first == NONE ? NONE : first - begin;
    }

    /** What is left, as a statement that needs no end. */
    public List<StatementText> rest() {
        String rest = text.toString();
        return StatementText.isEmpty(rest, dialect)
                ? List.of()
                : List.of(new StatementText(
                        rest.strip(), false, at + StatementText.firstToken(rest, dialect), at + rest.length()));
    }
}
