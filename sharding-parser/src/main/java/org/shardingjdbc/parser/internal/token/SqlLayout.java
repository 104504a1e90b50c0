package org.shardingjdbc.parser.internal.token;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;

/**
 * Lays a statement out in lines: clauses begin lines, and conditions, joins and nested queries are indented. Blanks
 * between tokens is all that it changes; comments stay where they are. Not thread-safe; one per text.
 */
public final class SqlLayout {
    private static final String INDENT = "  ";
    /** Letters of a list of columns that is not broken. */
    private static final int SHORT = 80;

    private static final Set<Integer> QUERIES = Set.of(SqlGrammar.SELECT, SqlGrammar.WITH, SqlGrammar.VALUES);
    private static final Set<Integer> WRITES =
            Set.of(SqlGrammar.INSERT, SqlGrammar.REPLACE, SqlGrammar.UPDATE, SqlGrammar.DELETE, SqlGrammar.MERGE);
    private static final Set<Integer> CLAUSES = Set.of(
            SqlGrammar.SELECT,
            SqlGrammar.FROM,
            SqlGrammar.WHERE,
            SqlGrammar.GROUP,
            SqlGrammar.HAVING,
            SqlGrammar.WINDOW,
            SqlGrammar.QUALIFY,
            SqlGrammar.ORDER,
            SqlGrammar.LIMIT,
            SqlGrammar.FETCH,
            SqlGrammar.FOR,
            SqlGrammar.UNION,
            SqlGrammar.EXCEPT,
            SqlGrammar.INTERSECT,
            SqlGrammar.MINUS,
            SqlGrammar.VALUES,
            SqlGrammar.SET,
            SqlGrammar.ON,
            SqlGrammar.RETURNING,
            SqlGrammar.WHEN);
    private static final Set<Integer> JOINS = Set.of(
            SqlGrammar.NATURAL,
            SqlGrammar.INNER,
            SqlGrammar.LEFT,
            SqlGrammar.RIGHT,
            SqlGrammar.FULL,
            SqlGrammar.OUTER,
            SqlGrammar.CROSS,
            SqlGrammar.JOIN,
            SqlGrammar.STRAIGHT_JOIN);

    private final String sql;
    private final List<SqlToken> tokens = new ArrayList<>();
    private final StringBuilder laidOut = new StringBuilder();
    private final Deque<Level> levels = new ArrayDeque<>();

    /** What a pair of parentheses holds, or the text as a whole. */
    private static final class Level {
        private final boolean query;
        private final int indent;
        private boolean clauses;
        private boolean columns;
        private int cases;
        private int betweens;

        Level(boolean query, boolean clauses, int indent) {
            this.query = query;
            this.clauses = clauses;
            this.indent = indent;
        }
    }

    private SqlLayout(String sql, Dialect dialect, Keywords keywords) {
        this.sql = sql;
        SqlLexer lexer = new SqlLexer(sql, dialect, keywords, null);
        while (lexer.next()) {
            tokens.add(new SqlToken(sql, lexer.type(), lexer.start(), lexer.stop(), lexer.word(), tokens.size()));
        }
    }

    /**
     * The text in lines, without a line's end behind the last one.
     *
     * @throws org.shardingjdbc.error.ShardingException when a string, a quoted name or a comment has no end
     */
    public static String of(String sql, Dialect dialect, Keywords keywords) {
        return new SqlLayout(sql, dialect, keywords).print();
    }

    private String print() {
        int first = type(0);
        levels.push(
                new Level(true, QUERIES.contains(first) || WRITES.contains(first) || first == SqlGrammar.T_OPEN, 0));
        int end = 0;
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            boolean closes = token.getType() == SqlGrammar.T_CLOSE;
            boolean closesQuery = closes && levels.size() > 1 && levels.pop().query;
            Level level = levels.peek();
            int indent = closesQuery ? level.indent : indentBefore(i, level);
            if (token.getType() == SqlGrammar.T_STRING && type(i - 1) == SqlGrammar.T_STRING) {
                // they are one where a line ends between them, in PostgreSQL
                laidOut.append(sql, end, token.start);
            } else {
                between(sql.substring(end, token.start), indent, i == 0);
            }
            laidOut.append(token.getText());
            end = token.stop;
            enter(i, level);
        }
        laidOut.append(sql.substring(end).stripTrailing());
        return laidOut.toString();
    }

    /** Blanks and comments before a token; {@code indent} is negative where it begins no line. */
    private void between(String gap, int indent, boolean first) {
        String comment = gap.strip();
        int stop = gap.indexOf(comment) + comment.length();
        if (!comment.isEmpty()) {
            laidOut.append(first || gap.startsWith(comment) ? "" : " ").append(comment);
        } else if (first) {
            return;
        }
        if (indent >= 0) {
            newLine(indent);
        } else if (!comment.isEmpty() && gap.indexOf('\n', stop) >= 0) {
            newLine(first ? 0 : levels.peek().indent + 1);
        } else if (stop < gap.length()) {
            laidOut.append(' ');
        }
    }

    private void newLine(int indent) {
        laidOut.append('\n').append(INDENT.repeat(indent));
    }

    /** How far the line is indented that the token begins; negative where it begins none. */
    private int indentBefore(int at, Level level) {
        int type = type(at);
        if (at == 0 || type(at - 1) == SqlGrammar.T_DOT) {
            return -1;
        }
        if (type(at - 1) == SqlGrammar.T_OPEN) {
            return level.query && levels.size() > 1 ? level.indent : -1;
        }
        if (type(at - 1) == SqlGrammar.T_COMMA && level.columns) {
            return level.clauses ? level.indent + 1 : level.indent;
        }
        if (!level.query || level.cases > 0) {
            return -1;
        }
        if (!level.clauses) {
            return QUERIES.contains(type) && type != SqlGrammar.VALUES ? level.indent : -1;
        }
        if (type == SqlGrammar.AND && level.betweens > 0) {
            return -1;
        }
        if (type == SqlGrammar.AND || type == SqlGrammar.OR || beginsJoin(at)) {
            return level.indent + 1;
        }
        return CLAUSES.contains(type) && beginsClause(at) ? level.indent : -1;
    }

    private boolean beginsClause(int at) {
        int before = type(at - 1);
        int next = type(at + 1);
        return switch (type(at)) {
            case SqlGrammar.SELECT -> before != SqlGrammar.EXPLAIN;
            case SqlGrammar.FROM -> before != SqlGrammar.DISTINCT && before != SqlGrammar.DELETE;
            case SqlGrammar.GROUP, SqlGrammar.ORDER -> next == SqlGrammar.BY;
            case SqlGrammar.FOR ->
                next == SqlGrammar.UPDATE
                        || next == SqlGrammar.SHARE
                        || next == SqlGrammar.NO
                        || next == SqlGrammar.KEY;
            case SqlGrammar.ON -> next == SqlGrammar.DUPLICATE || next == SqlGrammar.CONFLICT;
            case SqlGrammar.VALUES ->
                before == SqlGrammar.T_CLOSE || tokens.get(at - 1).word();
            case SqlGrammar.SET -> before != SqlGrammar.UPDATE && before != SqlGrammar.CHARACTER;
            default -> true;
        };
    }

    private boolean beginsJoin(int at) {
        if (!JOINS.contains(type(at)) || JOINS.contains(type(at - 1))) {
            return false;
        }
        int last = at;
        while (JOINS.contains(type(last + 1))) {
            last++;
        }
        return type(last) == SqlGrammar.JOIN || type(last) == SqlGrammar.STRAIGHT_JOIN;
    }

    /** What follows from a token that was printed. */
    private void enter(int at, Level level) {
        switch (type(at)) {
            case SqlGrammar.T_OPEN -> levels.push(opened(at, level));
            case SqlGrammar.CASE -> level.cases++;
            case SqlGrammar.END -> level.cases = Math.max(level.cases - 1, 0);
            case SqlGrammar.BETWEEN -> level.betweens++;
            case SqlGrammar.AND -> level.betweens = Math.max(level.betweens - 1, 0);
            case SqlGrammar.SELECT, SqlGrammar.WITH -> level.clauses = true;
            default -> {
                // nothing follows
            }
        }
        if (level.query && level.clauses) {
            if (type(at) == SqlGrammar.SELECT || type(at) == SqlGrammar.SET) {
                level.columns = lengthOfClause(at) > SHORT;
            } else if (level.columns && CLAUSES.contains(type(at)) && beginsClause(at)) {
                level.columns = false;
            }
        }
    }

    private Level opened(int at, Level around) {
        int next = type(at + 1);
        boolean query = next == SqlGrammar.SELECT || next == SqlGrammar.WITH;
        boolean definitions = levels.size() == 1
                && type(0) == SqlGrammar.CREATE
                && type(at - 1) != SqlGrammar.AS
                && isTable()
                && tokens.subList(0, at).stream().noneMatch(token -> token.getType() == SqlGrammar.T_OPEN);
        Level level = new Level(query || definitions, query, around.indent + 1);
        if (definitions) {
            level.columns = true;
        }
        return level;
    }

    private boolean isTable() {
        for (int i = 1; i < 6; i++) {
            if (type(i) == SqlGrammar.TABLE) {
                return true;
            }
        }
        return false;
    }

    /** The letters from a token to the next clause of the same level. */
    private int lengthOfClause(int at) {
        int depth = 0;
        int length = 0;
        int i = at + 1;
        while (i < tokens.size() && depth >= 0) {
            int type = type(i);
            if (depth == 0 && CLAUSES.contains(type) && type != SqlGrammar.WHEN && beginsClause(i)) {
                break;
            }
            depth += type == SqlGrammar.T_OPEN ? 1 : type == SqlGrammar.T_CLOSE ? -1 : 0;
            length += tokens.get(i).stop - tokens.get(i).start + 1;
            i++;
        }
        return length;
    }

    /** That of the token there, EOF outside of the text. */
    private int type(int at) {
        return at >= 0 && at < tokens.size() ? tokens.get(at).getType() : SqlToken.EOF;
    }
}
