package org.shardingjdbc.parser.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.Token;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ast.Parameter;
import org.shardingjdbc.parser.internal.ast.Span;

/**
 * Reads all tokens of a text and settles in linear time what one token alone cannot tell: which words are names for
 * where they stand, which parentheses hold a query, where the statement ends. Not thread-safe; one per parse.
 */
public final class TokenReader {
    private static final int MAX_DEPTH = 4_000;
    private static final int COMPOUND_HEADER = 16;
    private static final List<String> HINT_PREFIXES = List.of("SHARDING_HINT:", "SHARDINGSPHERE_HINT:");

    private final String sql;
    private final Dialect dialect;
    private final Vocabularies vocabularies;
    private final List<SqlToken> tokens = new ArrayList<>();
    private final List<Parameter> parameters = new ArrayList<>();
    private final List<String> hints = new ArrayList<>();
    private final List<Span> optimizerHints = new ArrayList<>();
    private int placeholders;
    private int depth;

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
    SqlTokens read(boolean plain) {
        SqlLexer lexer = new SqlLexer(sql, dialect, vocabularies.keywords(), this::comment);
        if (plain) {
            lexer.takeQuestionMarksForOperators();
        }
        while (lexer.next()) {
            add(lexer);
        }
        cutSemicolons();
        int end = tokens.isEmpty() ? 0 : last().stop();
        tokens.add(new SqlToken(sql, Token.EOF, end, end, false, tokens.size()));
        SqlToken[] array = tokens.toArray(SqlToken[]::new);
        int[] match = matchParentheses(array);
        settleWords(array, match);
        measureDepth(array);
        markQueryParentheses(array, match);
        return new SqlTokens(sql, array);
    }

    private void add(SqlLexer lexer) {
        int type = lexer.type();
        if (type == SqlGrammar.T_PARAMETER) {
            addParameter(lexer.start(), lexer.stop());
        } else if (lexer.word() && !tokens.isEmpty() && last().getType() == SqlGrammar.T_DOT) {
            // any word is a name after a dot
            type = SqlGrammar.T_IDENTIFIER;
        }
        tokens.add(new SqlToken(sql, type, lexer.start(), lexer.stop(), lexer.word(), tokens.size()));
    }

    private void addParameter(int start, int stop) {
        boolean numbered = stop > start + 1;
        int index = numbered ? Math.max(number(start + 1, stop) - 1, 0) : placeholders++;
        parameters.add(new Parameter(new Span(start, stop), index, numbered));
    }

    private int number(int start, int stop) {
        return stop - start > 9 ? Integer.MAX_VALUE : Integer.parseInt(sql, start, stop, 10);
    }

    private SqlToken last() {
        return tokens.get(tokens.size() - 1);
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
        while (!tokens.isEmpty() && last().getType() == SqlGrammar.T_SEMICOLON) {
            tokens.remove(tokens.size() - 1);
        }
        for (SqlToken token : tokens) {
            if (token.getType() == SqlGrammar.T_SEMICOLON) {
                if (isCompound()) {
                    return;
                }
                TextPosition place = TextPosition.of(sql, token.stop());
                throw new ShardingException(ErrorCode.SEVERAL_STATEMENTS, place.line(), place.column());
            }
        }
    }

    /** Whether the text is one whose body has semicolons of its own. */
    private boolean isCompound() {
        String first = tokens.get(0).getText().toUpperCase(Locale.ROOT);
        if (first.equals("DECLARE") || first.equals("BEGIN") && tokens.get(1).getType() == SqlGrammar.NOT) {
            return true;
        }
        if (!first.equals("CREATE") && !first.equals("ALTER")) {
            return false;
        }
        for (int at = 1; at < Math.min(tokens.size(), COMPOUND_HEADER); at++) {
            switch (tokens.get(at).getText().toUpperCase(Locale.ROOT)) {
                case "PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE", "RULE" -> {
                    return true;
                }
                default -> {}
            }
        }
        return false;
    }

    private void settleWords(SqlToken[] array, int[] match) {
        boolean upsert = false;
        for (int at = 0; at < array.length - 1; at++) {
            SqlToken token = array[at];
            if (!token.word()) {
                continue;
            }
            int type = token.getType();
            int following = array[at + 1].getType();
            if (at == 1 && token.getText().equalsIgnoreCase("USER")) {
                // CREATE USER; MySQL does not reserve the word
                token.retype(SqlGrammar.USER);
            } else if (type == SqlGrammar.DUPLICATE) {
                upsert = true;
            } else if (type == SqlGrammar.VALUES && upsert && following == SqlGrammar.T_OPEN) {
                token.retype(SqlGrammar.T_VALUES_FUNCTION);
            } else if (following == SqlGrammar.T_OPEN && isTruthAggregate(array, at)) {
                token.retype(SqlGrammar.T_IDENTIFIER);
            } else if (following == SqlGrammar.T_STRING && isTypePrefix(array, at)
                    || isIntroducer(token, following)
                    || isZonedPrefix(array, at)) {
                token.retype(SqlGrammar.T_TYPE_PREFIX);
            } else if (type == SqlGrammar.INTERVAL && isComparingInterval(array, at, match)) {
                token.retype(SqlGrammar.T_IDENTIFIER);
            } else if (at > 0 && array[at - 1].getType() == SqlGrammar.AS && endsLabel(following)) {
                // any word is a name after AS; where AS is followed by a type instead, a name is a type as well
                token.retype(SqlGrammar.T_IDENTIFIER);
            }
        }
    }

    /** H2's ANY(condition), unlike the ANY of a comparison. */
    private boolean isTruthAggregate(SqlToken[] array, int at) {
        int type = array[at].getType();
        if (!dialect.syntax().truthAggregates() || at == 0 || type != SqlGrammar.ANY && type != SqlGrammar.SOME) {
            return false;
        }
        return switch (array[at - 1].getType()) {
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

    /** The character set before a literal of MySQL that is written in digits: {@code _utf8mb4 x'6162'}. */
    private boolean isIntroducer(SqlToken token, int following) {
        return dialect.syntax().characterSetsBeforeTexts()
                && (following == SqlGrammar.T_BINARY || following == SqlGrammar.T_OTHER_LITERAL)
                && token.getType() == SqlGrammar.T_IDENTIFIER
                && sql.charAt(token.start()) == '_';
    }

    /** MySQL's INTERVAL(n, a, b, ...), which compares; behind the parentheses of the other stands a unit. */
    private boolean isComparingInterval(SqlToken[] array, int at, int[] match) {
        int closing = array[at + 1].getType() == SqlGrammar.T_OPEN ? match[at + 1] : 0;
        return dialect.syntax().intervalFunction() && closing > 0 && !isIntervalUnit(array[closing + 1].getType());
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
    private static boolean isZonedPrefix(SqlToken[] array, int at) {
        if (at + 4 >= array.length || array[at + 4].getType() != SqlGrammar.T_STRING) {
            return false;
        }
        String word = array[at].getText();
        int zone = array[at + 1].getType();
        return (word.equalsIgnoreCase("TIMESTAMP") || word.equalsIgnoreCase("TIME"))
                && (zone == SqlGrammar.WITH || zone == SqlGrammar.WITHOUT)
                && array[at + 2].getText().equalsIgnoreCase("TIME")
                && array[at + 3].getType() == SqlGrammar.ZONE;
    }

    private boolean isTypePrefix(SqlToken[] array, int at) {
        SqlToken token = array[at];
        switch (token.getText().toUpperCase(Locale.ROOT)) {
            case "DATE", "TIME", "TIMESTAMP" -> {
                return true;
            }
            case "JSON" -> {
                return dialect.syntax().typesBeforeTexts();
            }
            default -> {}
        }
        if (token.getType() != SqlGrammar.T_IDENTIFIER) {
            return false;
        }
        boolean escape = at > 0 && array[at - 1].getType() == SqlGrammar.T_LBRACE;
        boolean charset = sql.charAt(token.start()) == '_';
        return dialect.syntax().typesBeforeTexts()
                ? mayPrecedeType(at == 0 ? Token.EOF : array[at - 1].getType())
                : escape || charset && dialect.syntax().characterSetsBeforeTexts();
    }

    private static boolean mayPrecedeType(int type) {
        return type != Token.EOF && type != SqlGrammar.T_DOT && type != SqlGrammar.SET && type != SqlGrammar.LANGUAGE;
    }

    private static boolean endsLabel(int type) {
        return type == SqlGrammar.T_COMMA || type == SqlGrammar.FROM || type == SqlGrammar.T_CLOSE || type == Token.EOF;
    }

    /** For each opening parenthesis the index of its closing one, 0 where there is none. */
    private int[] matchParentheses(SqlToken[] array) {
        int[] match = new int[array.length];
        int[] open = new int[array.length];
        int level = 0;
        for (int at = 0; at < array.length; at++) {
            int type = array[at].getType();
            if (type == SqlGrammar.T_OPEN) {
                open[level++] = at;
            } else if (type == SqlGrammar.T_CLOSE && level > 0) {
                match[open[--level]] = at;
            }
        }
        return match;
    }

    /** Parentheses, brackets and CASE nest; so do signs and NOT that follow on one another. */
    private void measureDepth(SqlToken[] array) {
        int level = 0;
        int signs = 0;
        for (SqlToken token : array) {
            switch (token.getType()) {
                case SqlGrammar.T_OPEN, SqlGrammar.T_LBRACKET, SqlGrammar.CASE -> level++;
                case SqlGrammar.T_CLOSE, SqlGrammar.T_RBRACKET, SqlGrammar.END -> level = Math.max(level - 1, 0);
                default -> {}
            }
            signs = isSign(token.getType()) ? signs + 1 : 0;
            depth = Math.max(depth, level + signs);
        }
        if (depth > MAX_DEPTH) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
    }

    private static boolean isSign(int type) {
        return switch (type) {
            case SqlGrammar.NOT,
                    SqlGrammar.T_MINUS,
                    SqlGrammar.T_PLUS,
                    SqlGrammar.T_TILDE,
                    SqlGrammar.T_BANG,
                    SqlGrammar.T_OPERATOR -> true;
            default -> false;
        };
    }

    private void markQueryParentheses(SqlToken[] array, int[] match) {
        for (int at = array.length - 2; at >= 0; at--) {
            if (array[at].getType() == SqlGrammar.T_OPEN && holdsQuery(array, match, at)) {
                array[at].retype(SqlGrammar.T_QUERY_OPEN);
            }
        }
    }

    private boolean holdsQuery(SqlToken[] array, int[] match, int at) {
        return switch (array[at + 1].getType()) {
            case SqlGrammar.SELECT, SqlGrammar.WITH, SqlGrammar.VALUES -> true;
            case SqlGrammar.TABLE ->
                array[Math.min(at + 3, array.length - 1)].getType() != SqlGrammar.T_OPEN
                        && array[Math.min(at + 2, array.length - 1)].getType() != SqlGrammar.T_OPEN;
            case SqlGrammar.T_QUERY_OPEN -> {
                boolean call = at > 0 && vocabularies.mayNameFunction(array[at - 1].getType());
                int inner = match[at + 1];
                yield !call && inner > 0 && continuesQuery(array[inner + 1].getType());
            }
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
