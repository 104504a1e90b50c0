package org.shardingjdbc.parser.internal.token;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Lexis;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.token.SqlToken.TextPosition;

/**
 * Cuts SQL text into tokens, one at a time: a cursor that allocates nothing per token. Comments and white space are
 * passed over; the content of MySQL's {@code /*! ... *}{@code /} is not. Types are those of {@link SqlGrammar}. Not
 * thread-safe; one per text.
 */
public final class SqlLexer {
    /** Told of each block comment that is passed over. */
    public interface HintListener {
        /** The content of a block comment: {@code start} inclusive, {@code stop} exclusive. */
        void comment(int start, int stop);
    }

    /** Which characters a word may have; all that are beyond are letters. */
    private static final boolean[] WORD_PART = new boolean['\u0080'];

    static {
        for (char c = 0; c < WORD_PART.length; c++) {
            WORD_PART[c] = isWordStart(c) || isDigit(c) || c == '$';
        }
    }

    private final String text;
    private final int length;
    private final Lexis lexis;
    private final boolean executable;
    private final boolean backslashEscapes;
    private final boolean freeOperators;
    private final @Nullable Keywords keywords;
    private final @Nullable HintListener hints;

    // The current token; whoever reads one after the other reads them here.

    int position;
    int start;
    int type;
    boolean word;
    private boolean questionOperators;
    private int executableComments;
    private boolean unsureComment;
    /** What has no end; null while all that was read has one. */
    private @Nullable String open;
    /** Where that begins. */
    private int openAt;

    /**
     * @param keywords null for a part of a text: all words are alike, and what MySQL runs of a comment may end behind
     *     it
     * @param hints told of each block comment, may be null
     */
    public SqlLexer(String text, Dialect dialect, @Nullable Keywords keywords, @Nullable HintListener hints) {
        this.text = text;
        this.length = text.length();
        this.lexis = dialect.lexis();
        this.executable = lexis.comments() == Lexis.Comments.EXECUTABLE;
        this.backslashEscapes = lexis.backslashEscapes();
        this.freeOperators = lexis.freeOperators();
        this.keywords = keywords;
        this.hints = hints;
    }

    /**
     * Behind the ends of the comments that MySQL runs and that are open at a place, if nothing but blanks and comments
     * comes before them; the place itself where none ends.
     *
     * @param at between two tokens of a text that was read
     */
    public static int behindExecuted(String text, int at, Dialect dialect) {
        if (dialect.lexis().comments() != Lexis.Comments.EXECUTABLE || text.indexOf("*/", at) < 0) {
            return at;
        }
        SqlLexer lexer = new SqlLexer(text, dialect, null, null);
        int behind = at;
        lexer.position = at;
        lexer.skipBlanks();
        while (text.startsWith("*/", lexer.position)) {
            lexer.position += 2;
            behind = lexer.position;
            lexer.skipBlanks();
        }
        return behind;
    }

    /** To be said before the first token, of a text of PostgreSQL that has no placeholders. */
    public void takeQuestionMarksForOperators() {
        questionOperators = true;
    }

    /** The type of the current token. */
    public int type() {
        return type;
    }

    /** Where the current token starts, 0-based. */
    public int start() {
        return start;
    }

    /** Where the current token ends, exclusive. */
    public int stop() {
        return position;
    }

    /** Whether the current token is an unquoted word, keyword or not. */
    public boolean word() {
        return word;
    }

    /** Whether a string, a quoted name or a comment has no end among what was read. */
    boolean endless() {
        return open != null;
    }

    /**
     * Goes to the next token.
     *
     * @return false at the end of the text
     * @throws ShardingException when a string, a quoted name or a comment has no end
     */
    public boolean next() {
        boolean found = advance();
        requireEnds();
        return found;
    }

    /**
     * Looks back at what was read by {@link #advance}.
     *
     * @throws ShardingException when a string, a quoted name or a comment has no end
     */
    void requireEnds() {
        if (open != null) {
            throw unterminated();
        }
    }

    /** Goes to the next token, as {@link #next} does; the last one of a text may have no end. */
    boolean advance() {
        skipBlanks();
        start = position;
        word = false;
        if (unsureComment) {
            unsureComment = false;
            type = SqlGrammar.T_VERSION_COMMENT;
            return true;
        }
        if (position >= length) {
            return false;
        }
        char c = text.charAt(position);
        if (isWordStart(c)) {
            readWord(c);
            return true;
        }
        if (isDigit(c) || c == '.' && isDigit(at(position + 1))) {
            readNumber();
            return true;
        }
        if (c == '\'') {
            readQuoted('\'', backslashEscapes);
            type = SqlGrammar.T_STRING;
            return true;
        }
        if (c == '"') {
            readQuoted('"', backslashEscapes && lexis.doubleQuotedTexts());
            type = lexis.doubleQuotedTexts() ? SqlGrammar.T_STRING : SqlGrammar.T_QUOTED;
            return true;
        }
        if (c == '`' && lexis.backtickedNames()) {
            readQuoted('`', false);
            type = SqlGrammar.T_QUOTED;
            return true;
        }
        if (c == '$' && readDollar()) {
            return true;
        }
        if (c == '@' && lexis.variables()) {
            readVariable();
            return true;
        }
        readSymbol(c);
        return true;
    }

    private void skipBlanks() {
        while (position < length) {
            char c = text.charAt(position);
            if (c > '/' && c < '\u0080') {
                // what blanks and comments begin with is not among these
                return;
            }
            if (c == ' ' || Character.isWhitespace(c) || c == '\u00a0' || c == '\ufeff') {
                position++;
            } else if (c == '-' && at(position + 1) == '-' && (!executable || isBlankOrEnd(position + 2))) {
                skipLine();
            } else if (c == '#' && executable) {
                skipLine();
            } else if (c == '/' && at(position + 1) == '*') {
                skipBlockComment();
            } else if (c == '*' && executableComments > 0 && at(position + 1) == '/') {
                executableComments--;
                position += 2;
            } else {
                return;
            }
        }
        if (executableComments > 0 && keywords != null) {
            leaveOpen("comment", length);
        }
    }

    /** A carriage return alone ends no line for MySQL, which would not see what is read behind it. */
    private void skipLine() {
        while (position < length && text.charAt(position) != '\n' && (executable || text.charAt(position) != '\r')) {
            position++;
        }
    }

    private void skipBlockComment() {
        int opened = position;
        if (executable && isExecutable(opened + 2)) {
            openExecutableComment(opened);
            return;
        }
        int depth = 1;
        position = opened + 2;
        while (depth > 0) {
            if (position + 1 >= length) {
                leaveOpen("comment", opened);
                return;
            }
            char c = text.charAt(position);
            if (c == '*' && text.charAt(position + 1) == '/') {
                depth--;
                position += 2;
            } else if (c == '/' && text.charAt(position + 1) == '*' && lexis.comments() == Lexis.Comments.NESTED) {
                depth++;
                position += 2;
            } else {
                position++;
            }
        }
        if (hints != null) {
            hints.comment(opened + 2, position - 2);
        }
    }

    /** Its content is SQL, if the server is as new as the number says; which we know of old versions only. */
    private void openExecutableComment(int opened) {
        boolean marked = at(opened + 2) == 'M';
        position = opened + (marked ? 4 : 3);
        int version = 0;
        while (isDigit(at(position))) {
            version = Math.min(version * 10 + at(position) - '0', Integer.MAX_VALUE / 100);
            position++;
        }
        executableComments++;
        unsureComment |= !lexis.surelyRuns(version, marked);
    }

    private boolean isExecutable(int at) {
        return at(at) == '!' || lexis.runsMarkedComments() && at(at) == 'M' && at(at + 1) == '!';
    }

    private void readNumber() {
        char second = at(position + 1);
        if (text.charAt(position) == '0' && (second == 'x' || second == 'X') && isHexDigit(at(position + 2))) {
            readRadix(16, lexis.radixIntegers() ? SqlGrammar.T_INTEGER : SqlGrammar.T_BINARY);
            return;
        }
        if (text.charAt(position) == '0' && (second == 'b' || second == 'B') && isBit(at(position + 2))) {
            readRadix(2, lexis.radixIntegers() ? SqlGrammar.T_INTEGER : SqlGrammar.T_OTHER_LITERAL);
            return;
        }
        if (text.charAt(position) == '0' && (second == 'o' || second == 'O') && lexis.radixIntegers()) {
            readRadix(8, SqlGrammar.T_INTEGER);
            return;
        }
        type = SqlGrammar.T_INTEGER;
        skipDigits();
        if (at(position) == '.' && at(position + 1) != '.') {
            type = SqlGrammar.T_DECIMAL;
            position++;
            skipDigits();
        }
        char c = at(position);
        if (c == 'e' || c == 'E') {
            int digits = at(position + 1) == '+' || at(position + 1) == '-' ? position + 2 : position + 1;
            if (isDigit(at(digits))) {
                type = SqlGrammar.T_APPROXIMATE;
                position = digits;
                skipDigits();
            }
        }
        if (type == SqlGrammar.T_INTEGER && isWordPart(at(position)) && lexis.namesBeginWithDigits()) {
            // a name may start with digits there
            skipWord();
            type = SqlGrammar.T_IDENTIFIER;
            word = true;
        }
    }

    private void readRadix(int radix, int literal) {
        position += 2;
        while (Character.digit(at(position), radix) >= 0 || at(position) == '_' && lexis.radixIntegers()) {
            position++;
        }
        type = literal;
        if (isWordPart(at(position)) && lexis.namesBeginWithDigits()) {
            skipWord();
            type = SqlGrammar.T_IDENTIFIER;
            word = true;
        }
    }

    private void skipDigits() {
        while (isDigit(at(position)) || at(position) == '_' && lexis.radixIntegers() && isDigit(at(position + 1))) {
            position++;
        }
    }

    private void readWord(char first) {
        char second = at(position + 1);
        if (second == '\'') {
            if (readPrefixedString(first)) {
                return;
            }
        } else if ((first == 'U' || first == 'u') && second == '&' && lexis.unicodeQuotes()) {
            char third = at(position + 2);
            if (third == '\'' || third == '"') {
                position += 2;
                readQuoted(third, false);
                type = third == '"' ? SqlGrammar.T_QUOTED : SqlGrammar.T_STRING;
                return;
            }
        }
        skipWord();
        int operator = freeOperators ? PostgreSqlOperators.namedStop(text, start, position, questionOperators) : 0;
        if (operator > 0) {
            position = operator;
            type = SqlGrammar.T_OPERATOR;
            return;
        }
        word = true;
        type = keywords == null ? SqlGrammar.T_IDENTIFIER : keywords.typeOf(text, start, position);
    }

    private boolean readPrefixedString(char first) {
        switch (first) {
            case 'x', 'X' -> type = SqlGrammar.T_BINARY;
            case 'b', 'B', 'n', 'N' -> type = SqlGrammar.T_OTHER_LITERAL;
            case 'e', 'E' -> {
                if (!lexis.escapeTexts()) {
                    return false;
                }
                type = SqlGrammar.T_STRING;
            }
            default -> {
                return false;
            }
        }
        position++;
        readQuoted('\'', backslashEscapes || first == 'e' || first == 'E');
        return true;
    }

    private void readQuoted(char quote, boolean escapes) {
        int opened = position++;
        while (position < length) {
            char c = text.charAt(position++);
            if (c == quote) {
                if (at(position) != quote) {
                    return;
                }
                position++;
            } else if (c == '\\' && escapes) {
                position++;
            }
        }
        leaveOpen(quote == '\'' || quote == '"' && lexis.doubleQuotedTexts() ? "string" : "quoted name", opened);
    }

    /** Reads {@code $1} or a dollar-quoted string; false when the dollar is neither. */
    private boolean readDollar() {
        if (!lexis.dollarQuotes()) {
            return false;
        }
        int at = position + 1;
        if (isDigit(at(at))) {
            position++;
            while (isDigit(at(position))) {
                position++;
            }
            type = SqlGrammar.T_PARAMETER;
            return true;
        }
        while (isWordPart(at(at)) && at(at) != '$') {
            at++;
        }
        if (at(at) != '$') {
            return false;
        }
        int end = text.indexOf(text.substring(position, at + 1), at + 1);
        if (end < 0) {
            leaveOpen("string", position);
        } else {
            position = end + at + 1 - position;
        }
        type = SqlGrammar.T_STRING;
        return true;
    }

    private void readVariable() {
        position++;
        if (at(position) == '@') {
            position++;
        }
        char c = at(position);
        if (c == '\'' || c == '"' || c == '`') {
            readQuoted(c, backslashEscapes && c != '`');
        } else {
            while (isWordPart(at(position)) || at(position) == '.' && isWordPart(at(position + 1))) {
                position++;
            }
        }
        type = position == start + 1 ? SqlGrammar.T_OPERATOR : SqlGrammar.T_VARIABLE;
    }

    private void readSymbol(char c) {
        position++;
        type = switch (c) {
            case '(' -> SqlGrammar.T_OPEN;
            case ')' -> SqlGrammar.T_CLOSE;
            case ',' -> SqlGrammar.T_COMMA;
            case ';' -> SqlGrammar.T_SEMICOLON;
            case '.' -> SqlGrammar.T_DOT;
            case '[' -> SqlGrammar.T_LBRACKET;
            case ']' -> SqlGrammar.T_RBRACKET;
            case '{' -> SqlGrammar.T_LBRACE;
            case '}' -> SqlGrammar.T_RBRACE;
            case ':' -> take(':') ? SqlGrammar.T_CAST : take('=') ? SqlGrammar.T_ASSIGN : SqlGrammar.T_COLON;
            case '?' -> readQuestionMark();
            default -> readOperator(c);
        };
    }

    private int readQuestionMark() {
        if (questionOperators || freeOperators && at(position) == '?') {
            return readPostgreSqlOperator();
        }
        if (lexis.numberedPlaceholders()) {
            while (isDigit(at(position))) {
                position++;
            }
        }
        return SqlGrammar.T_PARAMETER;
    }

    private int readOperator(char c) {
        if (freeOperators) {
            return readPostgreSqlOperator();
        }
        return switch (c) {
            case '+' -> SqlGrammar.T_PLUS;
            case '-' -> take('>') ? arrow() : SqlGrammar.T_MINUS;
            case '*' -> SqlGrammar.T_STAR;
            case '/' -> SqlGrammar.T_SLASH;
            case '%' -> SqlGrammar.T_PERCENT;
            case '^' -> SqlGrammar.T_CARET;
            case '=' -> take('>') ? SqlGrammar.T_FAT_ARROW : SqlGrammar.T_EQUAL;
            case '<' -> readLess();
            case '>' -> take('=') ? SqlGrammar.T_GREATER_EQUAL : take('>') ? SqlGrammar.T_SHIFT : SqlGrammar.T_GREATER;
            case '!' -> readBang();
            case '|' ->
                !take('|') ? SqlGrammar.T_PIPE : lexis.symbolsForLogic() ? SqlGrammar.OR : SqlGrammar.T_OPERATOR;
            case '&' ->
                !take('&') ? SqlGrammar.T_AMPERSAND : lexis.symbolsForLogic() ? SqlGrammar.AND : SqlGrammar.T_OPERATOR;
            case '~' -> lexis.symbolsForLogic() ? SqlGrammar.T_TILDE : SqlGrammar.T_OPERATOR;
            default -> SqlGrammar.T_OPERATOR;
        };
    }

    private int readPostgreSqlOperator() {
        position = PostgreSqlOperators.stop(text, start, questionOperators);
        return PostgreSqlOperators.type(text, start, position);
    }

    private int arrow() {
        take('>');
        return SqlGrammar.T_ARROW;
    }

    private int readBang() {
        if (take('=')) {
            return SqlGrammar.T_NOT_EQUAL;
        }
        return !lexis.symbolsForLogic() && take('~') ? SqlGrammar.T_OPERATOR : SqlGrammar.T_BANG;
    }

    private int readLess() {
        if (take('=')) {
            return lexis.symbolsForLogic() && take('>') ? SqlGrammar.T_NULL_SAFE_EQUAL : SqlGrammar.T_LESS_EQUAL;
        }
        if (take('>')) {
            return SqlGrammar.T_NOT_EQUAL;
        }
        return take('<') ? SqlGrammar.T_SHIFT : SqlGrammar.T_LESS;
    }

    private boolean take(char c) {
        if (at(position) != c) {
            return false;
        }
        position++;
        return true;
    }

    private void skipWord() {
        int at = position;
        while (at < length) {
            char c = text.charAt(at);
            if (c < WORD_PART.length && !WORD_PART[c]) {
                break;
            }
            at++;
        }
        position = at;
    }

    private boolean isBlankOrEnd(int index) {
        return index >= length || text.charAt(index) <= ' ';
    }

    /** The character there, or NUL outside of the text. */
    private char at(int index) {
        return index < length ? text.charAt(index) : '\0';
    }

    /** The rest of the text belongs to it. */
    private void leaveOpen(String what, int at) {
        position = length;
        if (open == null) {
            open = what;
            openAt = at;
        }
    }

    private ShardingException unterminated() {
        TextPosition place = TextPosition.of(text, openAt);
        return new ShardingException(ErrorCode.UNTERMINATED_TEXT, open, place.line(), place.column());
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isHexDigit(char c) {
        return Character.digit(c, 16) >= 0;
    }

    private static boolean isBit(char c) {
        return c == '0' || c == '1';
    }

    private static boolean isWordStart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= '\u0080';
    }

    private static boolean isWordPart(char c) {
        return c >= WORD_PART.length || WORD_PART[c];
    }
}
