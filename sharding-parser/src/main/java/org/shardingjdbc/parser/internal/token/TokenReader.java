package org.shardingjdbc.parser.internal.token;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.antlr.v4.runtime.Token;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlToken.TextPosition;

/**
 * Reads all tokens of a text and settles in linear time what one token alone cannot tell: which words are names for
 * where they stand, which parentheses hold a query, where the statement ends. Not thread-safe; one per parse.
 */
public final class TokenReader {
    private static final int MAX_DEPTH = 4_000;
    private static final int COMPOUND_HEADER = 16;
    private static final List<String> COMPOUND_KINDS =
            List.of("PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE", "RULE");
    /** How many tokens there is room for at first, besides one for so many characters. */
    private static final int LEAST_ROOM = 8;

    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final List<String> HINT_PREFIXES = List.of("SHARDING_HINT:", "SHARDINGSPHERE_HINT:");

    private final String sql;
    private final Dialect dialect;
    private final Vocabularies vocabularies;
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<String> hints = new ArrayList<>();
    private final List<Span> optimizerHints = new ArrayList<>();
    private int placeholders;
    private int depth;

    // What is known of each token, by its index; made tokens of when all is settled.

    private int[] types = {};
    private int[] starts = {};
    private int[] stops = {};
    /** Whether it is an unquoted word. */
    private boolean[] words = {};

    private int count;

    public TokenReader(String sql, Dialect dialect, Vocabularies vocabularies) {
        this.sql = sql;
        this.dialect = dialect;
        this.vocabularies = vocabularies;
    }

    /** Every placeholder, in text order. Valid after {@link #read}. */
    public List<Parameter> parameters() {
        return parameters;
    }

    /** The content of each hint comment, in text order. Valid after {@link #read}. */
    public List<String> hints() {
        return hints;
    }

    /** Where comments are that begin with a plus, in text order. Valid after {@link #read}. */
    public List<Span> optimizerHints() {
        return optimizerHints;
    }

    /** How deeply the statement nests, at most. Valid after {@link #read}. */
    public int depth() {
        return depth;
    }

    /**
     * Reads the text once.
     *
     * @throws ShardingException when it has no end where one must be, holds several statements or nests too deeply
     */
    public SqlTokens read() {
        return read(false);
    }

    /** As {@link #read()}; {@code plain} where a question mark of PostgreSQL is an operator. */
    public SqlTokens read(boolean plain) {
        SqlLexer lexer = new SqlLexer(sql, dialect, vocabularies.keywords(), this::comment);
        if (plain) {
            lexer.takeQuestionMarksForOperators();
        }
        makeRoom(LEAST_ROOM + sql.length() / CHARACTERS_PER_TOKEN);
        while (lexer.advance()) {
            if (lexer.type == SqlGrammar.T_PARAMETER) {
                addParameter(lexer.start, lexer.position);
            }
            // any word is a name after a dot
            boolean name = lexer.word && count > 0 && types[count - 1] == SqlGrammar.T_DOT;
            add(name ? SqlGrammar.T_IDENTIFIER : lexer.type, lexer.start, lexer.position, lexer.word);
        }
        lexer.requireEnds();
        cutSemicolons();
        int end = count == 0 ? 0 : stops[count - 1];
        add(Token.EOF, end, end, false);
        int[] match = matchParentheses();
        settleWords(match);
        measureDepth();
        markQueryParentheses(match);
        SqlToken[] tokens = new SqlToken[count];
        for (int at = 0; at < count; at++) {
            tokens[at] = new SqlToken(sql, types[at], starts[at], stops[at], words[at], at);
        }
        return new SqlTokens(sql, tokens, types);
    }

    private void makeRoom(int capacity) {
        types = Arrays.copyOf(types, capacity);
        starts = Arrays.copyOf(starts, capacity);
        stops = Arrays.copyOf(stops, capacity);
        words = Arrays.copyOf(words, capacity);
    }

    private void add(int type, int start, int stop, boolean word) {
        if (count == types.length) {
            makeRoom(2 * count);
        }
        types[count] = type;
        starts[count] = start;
        stops[count] = stop;
        words[count] = word;
        count++;
    }

    /** Whether a token reads so, in any case. */
    private boolean reads(int at, String text) {
        return stops[at] - starts[at] == text.length() && sql.regionMatches(true, starts[at], text, 0, text.length());
    }

    private void addParameter(int start, int stop) {
        boolean numbered = stop > start + 1;
        int index = numbered ? Math.max(number(start + 1, stop) - 1, 0) : placeholders++;
        parameters.add(new Parameter(new Span(start, stop), index, numbered));
    }

    private int number(int start, int stop) {
        return stop - start > 9 ? Integer.MAX_VALUE : Integer.parseInt(sql, start, stop, 10);
    }

    private void comment(int start, int stop) {
        if (start < stop && sql.charAt(start) == '+') {
            optimizerHints.add(new Span(start - 2, stop + 2));
            return;
        }
        String content = sql.substring(start, stop).strip();
        for (String prefix : HINT_PREFIXES) {
            int name = prefix.length() - 1;
            if (content.regionMatches(true, 0, prefix, 0, prefix.length())) {
                hints.add(content.substring(prefix.length()).strip());
            } else if (content.regionMatches(true, 0, prefix, 0, name)
                    && (content.length() == name || !Character.isJavaIdentifierPart(content.charAt(name)))) {
                // whoever reads the hints says what is wrong with it
                hints.add(content);
            }
        }
    }

    private void cutSemicolons() {
        while (count > 0 && types[count - 1] == SqlGrammar.T_SEMICOLON) {
            count--;
        }
        for (int at = 0; at < count; at++) {
            if (types[at] == SqlGrammar.T_SEMICOLON) {
                if (isCompound()) {
                    return;
                }
                TextPosition place = TextPosition.of(sql, stops[at]);
                throw new ShardingException(ErrorCode.SEVERAL_STATEMENTS, place.line(), place.column());
            }
        }
    }

    /** Whether the text is one whose body has semicolons of its own. */
    private boolean isCompound() {
        if (reads(0, "DECLARE") || reads(0, "BEGIN") && types[1] == SqlGrammar.NOT) {
            return true;
        }
        if (!reads(0, "CREATE") && !reads(0, "ALTER")) {
            return false;
        }
        for (int at = 1; at < Math.min(count, COMPOUND_HEADER); at++) {
            for (String kind : COMPOUND_KINDS) {
                if (reads(at, kind)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void settleWords(int[] match) {
        boolean upsert = false;
        for (int at = 0; at < count - 1; at++) {
            if (!words[at]) {
                continue;
            }
            int type = types[at];
            int following = types[at + 1];
            if (at == 1 && reads(at, "USER")) {
                // CREATE USER; MySQL does not reserve the word
                types[at] = SqlGrammar.USER;
            } else if (type == SqlGrammar.DUPLICATE) {
                upsert = true;
            } else if (type == SqlGrammar.VALUES && upsert && following == SqlGrammar.T_OPEN) {
                types[at] = SqlGrammar.T_VALUES_FUNCTION;
            } else if (following == SqlGrammar.T_OPEN && isTruthAggregate(at)) {
                types[at] = SqlGrammar.T_IDENTIFIER;
            } else if (isBeforeLiteral(at, following)) {
                types[at] = SqlGrammar.T_TYPE_PREFIX;
            } else if (type == SqlGrammar.INTERVAL && isComparingInterval(at, match)) {
                types[at] = SqlGrammar.T_IDENTIFIER;
            } else if (at > 0 && types[at - 1] == SqlGrammar.AS && endsLabel(following)) {
                // any word is a name after AS; where AS is followed by a type instead, a name is a type as well
                types[at] = SqlGrammar.T_IDENTIFIER;
            }
        }
    }

    /** H2's ANY(condition), unlike the ANY of a comparison. */
    private boolean isTruthAggregate(int at) {
        int type = types[at];
        if (!dialect.syntax().truthAggregates() || at == 0 || type != SqlGrammar.ANY && type != SqlGrammar.SOME) {
            return false;
        }
        return switch (types[at - 1]) {
            case SqlGrammar.T_EQUAL,
                    SqlGrammar.T_NOT_EQUAL,
                    SqlGrammar.T_LESS,
                    SqlGrammar.T_LESS_EQUAL,
                    SqlGrammar.T_GREATER,
                    SqlGrammar.T_GREATER_EQUAL,
                    SqlGrammar.T_NULL_SAFE_EQUAL,
                    SqlGrammar.T_OPERATOR -> false;
            default -> true;
        };
    }

    /** Whether a word is a part of the literal that follows. */
    private boolean isBeforeLiteral(int at, int following) {
        return switch (following) {
            case SqlGrammar.T_STRING -> isTypePrefix(at);
            case SqlGrammar.T_BINARY, SqlGrammar.T_OTHER_LITERAL -> isIntroducer(at);
            case SqlGrammar.WITH, SqlGrammar.WITHOUT -> isZonedPrefix(at);
            default -> false;
        };
    }

    /** The character set before a literal of MySQL that is written in digits: {@code _utf8mb4 x'6162'}. */
    private boolean isIntroducer(int at) {
        return dialect.syntax().characterSetsBeforeTexts()
                && types[at] == SqlGrammar.T_IDENTIFIER
                && sql.charAt(starts[at]) == '_';
    }

    /** MySQL's INTERVAL(n, a, b, ...), which compares; behind the parentheses of the other stands a unit. */
    private boolean isComparingInterval(int at, int[] match) {
        int closing = types[at + 1] == SqlGrammar.T_OPEN ? match[at + 1] : 0;
        return dialect.syntax().intervalFunction() && closing > 0 && !isIntervalUnit(types[closing + 1]);
    }

    private static boolean isIntervalUnit(int type) {
        return switch (type) {
            case SqlGrammar.YEAR,
                    SqlGrammar.QUARTER,
                    SqlGrammar.MONTH,
                    SqlGrammar.WEEK,
                    SqlGrammar.DAY,
                    SqlGrammar.HOUR,
                    SqlGrammar.MINUTE,
                    SqlGrammar.SECOND,
                    SqlGrammar.MICROSECOND,
                    SqlGrammar.YEAR_MONTH,
                    SqlGrammar.DAY_HOUR,
                    SqlGrammar.DAY_MINUTE,
                    SqlGrammar.DAY_SECOND,
                    SqlGrammar.DAY_MICROSECOND,
                    SqlGrammar.HOUR_MINUTE,
                    SqlGrammar.HOUR_SECOND,
                    SqlGrammar.HOUR_MICROSECOND,
                    SqlGrammar.MINUTE_SECOND,
                    SqlGrammar.MINUTE_MICROSECOND,
                    SqlGrammar.SECOND_MICROSECOND -> true;
            default -> false;
        };
    }

    /** TIMESTAMP WITH TIME ZONE '...' */
    private boolean isZonedPrefix(int at) {
        return at + 4 < count
                && types[at + 4] == SqlGrammar.T_STRING
                && types[at + 3] == SqlGrammar.ZONE
                && reads(at + 2, "TIME")
                && (reads(at, "TIMESTAMP") || reads(at, "TIME"));
    }

    private boolean isTypePrefix(int at) {
        if (reads(at, "DATE") || reads(at, "TIME") || reads(at, "TIMESTAMP")) {
            return true;
        }
        if (reads(at, "JSON")) {
            return dialect.syntax().typesBeforeTexts();
        }
        if (types[at] != SqlGrammar.T_IDENTIFIER) {
            return false;
        }
        boolean escape = at > 0 && types[at - 1] == SqlGrammar.T_LBRACE;
        boolean charset = sql.charAt(starts[at]) == '_';
        return dialect.syntax().typesBeforeTexts()
                ? mayPrecedeType(at == 0 ? Token.EOF : types[at - 1])
                : escape || charset && dialect.syntax().characterSetsBeforeTexts();
    }

    private static boolean mayPrecedeType(int type) {
        return type != Token.EOF && type != SqlGrammar.T_DOT && type != SqlGrammar.SET && type != SqlGrammar.LANGUAGE;
    }

    private static boolean endsLabel(int type) {
        return type == SqlGrammar.T_COMMA || type == SqlGrammar.FROM || type == SqlGrammar.T_CLOSE || type == Token.EOF;
    }

    /** For each opening parenthesis the index of its closing one, 0 where there is none. */
    private int[] matchParentheses() {
        int[] match = new int[count];
        int[] open = new int[count];
        int level = 0;
        for (int at = 0; at < count; at++) {
            if (types[at] == SqlGrammar.T_OPEN) {
                open[level++] = at;
            } else if (types[at] == SqlGrammar.T_CLOSE && level > 0) {
                match[open[--level]] = at;
            }
        }
        return match;
    }

    /** Parentheses, brackets and CASE nest; so do signs and NOT that follow on one another. */
    private void measureDepth() {
        int level = 0;
        int signs = 0;
        for (int at = 0; at < count; at++) {
            switch (types[at]) {
                case SqlGrammar.T_OPEN, SqlGrammar.T_LBRACKET, SqlGrammar.CASE -> {
                    level++;
                    signs = 0;
                }
                case SqlGrammar.T_CLOSE, SqlGrammar.T_RBRACKET, SqlGrammar.END -> {
                    level = Math.max(level - 1, 0);
                    signs = 0;
                }
                case SqlGrammar.NOT,
                        SqlGrammar.T_MINUS,
                        SqlGrammar.T_PLUS,
                        SqlGrammar.T_TILDE,
                        SqlGrammar.T_BANG,
                        SqlGrammar.T_OPERATOR -> signs++;
                default -> signs = 0;
            }
            depth = Math.max(depth, level + signs);
        }
        if (depth > MAX_DEPTH) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
    }

    private void markQueryParentheses(int[] match) {
        for (int at = count - 2; at >= 0; at--) {
            if (types[at] == SqlGrammar.T_OPEN && holdsQuery(match, at)) {
                types[at] = SqlGrammar.T_QUERY_OPEN;
            }
        }
    }

    private boolean holdsQuery(int[] match, int at) {
        return switch (types[at + 1]) {
            case SqlGrammar.SELECT, SqlGrammar.WITH, SqlGrammar.VALUES -> true;
            case SqlGrammar.TABLE ->
                types[Math.min(at + 3, count - 1)] != SqlGrammar.T_OPEN
                        && types[Math.min(at + 2, count - 1)] != SqlGrammar.T_OPEN;
            case SqlGrammar.T_QUERY_OPEN -> {
                boolean call = at > 0 && vocabularies.mayNameFunction(types[at - 1]) && !isTarget(at - 1);
                int inner = match[at + 1];
                yield !call && inner > 0 && continuesQuery(types[inner + 1]);
            }
            default -> false;
        };
    }

    /** Whether a name, whose last token that is, stands where a table is named that a query is written to. */
    private boolean isTarget(int last) {
        int at = last;
        while (at > 1 && types[at - 1] == SqlGrammar.T_DOT) {
            at -= 2;
        }
        return at > 0
                && switch (types[at - 1]) {
                    case SqlGrammar.INTO,
                            SqlGrammar.INSERT,
                            SqlGrammar.REPLACE,
                            SqlGrammar.IGNORE,
                            SqlGrammar.TABLE,
                            SqlGrammar.EXISTS,
                            SqlGrammar.AS -> true;
                    default -> false;
                };
    }

    private static boolean continuesQuery(int type) {
        return switch (type) {
            case SqlGrammar.T_CLOSE,
                    SqlGrammar.UNION,
                    SqlGrammar.EXCEPT,
                    SqlGrammar.INTERSECT,
                    SqlGrammar.MINUS,
                    SqlGrammar.ORDER,
                    SqlGrammar.LIMIT,
                    SqlGrammar.OFFSET,
                    SqlGrammar.FETCH,
                    SqlGrammar.FOR -> true;
            default -> false;
        };
    }
}
