package org.shardingjdbc.plan.internal.setting;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.LockFunctions;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.token.Tokens;
import org.shardingjdbc.plan.internal.syntax.Functions;

/**
 * The body of a block of code: a text in the statement that runs it. Enters the statement, leaves the word for which it
 * is not proved to leave its connection as it was. Where a statement begins in a body nobody parses, so any word counts
 * that stands where one may begin. Functions that somebody defined are taken to leave nothing, as in any statement.
 * Immutable, one per look.
 */
final class BlockBody {
    /** Behind them a statement may begin; before the first word one does. */
    private static final Set<String> BEFORE_STATEMENTS = Set.of(";", "BEGIN", "THEN", "ELSE", "LOOP", ">>");

    /** What begins with them stays on the connection, or runs what is not looked into. */
    private static final Set<String> LEAVES =
            Set.of("SET", "RESET", "DISCARD", "PREPARE", "DEALLOCATE", "LISTEN", "UNLISTEN", "LOAD", "DO");

    /** Behind them, and where a statement begins, EXECUTE runs a text; elsewhere it is a word of GRANT or a trigger. */
    private static final Set<String> BEFORE_TEXTS = Set.of("IN", "FOR", "QUERY");

    private static final Set<String> BEHIND_TEXTS = Set.of("", ";", "INTO", "USING", "LOOP");

    /** Behind them a name in front of a parenthesis is that of a table, an index or a key. */
    private static final Set<String> BEFORE_TABLES =
            Set.of("TABLE", "EXISTS", "INTO", "ON", "REFERENCES", "INDEX", "CONSTRAINT");

    /** Stands for a name that is known at run time only. */
    private static final String ANY_NAME = "\"%\"";

    private final String text;
    private final List<Span> tokens;
    private final Dialect dialect;

    private BlockBody(Tokens tokens, Dialect dialect) {
        this.text = tokens.sql();
        this.tokens = tokens.spans();
        this.dialect = dialect;
    }

    /**
     * What of a block may stay on its connection.
     *
     * @param what for a message: a word, or what is not looked into
     * @param instead how that is written so that it is looked into; null of a word that stays
     */
    record Left(String what, @Nullable String instead) {
        private Left in(String around) {
            return new Left(around + what, instead);
        }
    }

    private static final String ONE_BODY =
            "write the body as one text between dollars, in the language that a block" + " has which names none";
    private static final String ONE_TEXT =
            "write EXECUTE of one text, or of format('... %I ...', name) with %I for names"
                    + " and %L for values, each with a blank or a punctuation mark on both sides";

    /**
     * What of a block may stay on its connection.
     *
     * @param statement a DO whose body is a text, whether it was understood or not
     * @param language the one of a block that names none
     * @return null when the block leaves nothing
     */
    static @Nullable Left leaves(String statement, String language, Dialect dialect) {
        Tokens read = Tokens.ofMaybe(statement, dialect);
        if (read == null) {
            return new Left("a body without an end", ONE_BODY);
        }
        String body = null;
        BlockBody whole = new BlockBody(read, dialect);
        for (int i = 1; i < read.spans().size(); i++) {
            boolean known =
                    whole.isWord(i - 1, "LANGUAGE") && named(whole.token(i)).equalsIgnoreCase(language);
            if (known || whole.isWord(i, "LANGUAGE") || whole.isWord(i, ";")) {
                continue;
            }
            if (body != null || !isText(whole.token(i))) {
                return new Left("a body that is more than one text, or of another language,", ONE_BODY);
            }
            body = whole.token(i);
        }
        return body == null ? null : ofText(content(body), dialect);
    }

    private static @Nullable Left ofText(@Nullable String content, Dialect dialect) {
        if (content == null) {
            return new Left("a text with escapes", "write it between dollars");
        }
        Tokens read = Tokens.ofMaybe(content, dialect);
        return read == null ? new Left("a text without an end", ONE_TEXT) : new BlockBody(read, dialect).word();
    }

    /** The first word for which the body is not proved to leave nothing; null for none. */
    private @Nullable Left word() {
        boolean writes = false;
        for (int i = 0; i < tokens.size(); i++) {
            String word = word(i);
            boolean begins = i == 0 || BEFORE_STATEMENTS.contains(word(i - 1));
            writes |= word.equals("UPDATE");
            if (begins && LEAVES.contains(word) || word.equals("HOLD") && isWord(i - 1, "WITH")) {
                return new Left(word, null);
            }
            if (word.equals("EXECUTE") && (begins || BEFORE_TEXTS.contains(word(i - 1)))) {
                Left inner = executed(i + 1);
                if (inner != null) {
                    return inner.in("EXECUTE of ");
                }
            }
            if (isAnyName(i) && (begins || word(i + 1).equals("(") && !isOfTable(i)) || word.startsWith("U&")) {
                return new Left("a name that is not known", "write the name of what is called or executed itself");
            }
            String name = named(token(i)).toLowerCase(Locale.ROOT);
            boolean view = writes && dialect.sessions().settingViews().contains(name);
            if (view || Functions.changesSession(name) || LockFunctions.ofSession(name)) {
                return new Left(name, null);
            }
        }
        return null;
    }

    /** What a text leaves that EXECUTE runs: a constant, or a {@code format} that puts names and literals into one. */
    private @Nullable Left executed(int at) {
        boolean constant = isText(token(at)) && BEHIND_TEXTS.contains(word(at + 1));
        boolean format = isWord(at, "FORMAT") && isWord(at + 1, "(") && isText(token(at + 2));
        if (!constant && !(format && (isWord(at + 3, ",") || isWord(at + 3, ")")) && endsBehind(at + 1))) {
            return new Left("a text that is put together", ONE_TEXT);
        }
        String content = content(token(constant ? at : at + 2));
        String filled = constant || content == null ? content : filled(content);
        return content != null && filled == null
                ? new Left("a format with another mark than %I and %L, or with one that touches a word", ONE_TEXT)
                : ofText(filled, dialect);
    }

    /** Whether nothing that belongs to the text stands behind the parenthesis that opens there. */
    private boolean endsBehind(int open) {
        int depth = 0;
        int at = open;
        do {
            depth += isWord(at, "(") ? 1 : isWord(at, ")") ? -1 : 0;
            at++;
        } while (depth > 0 && at < tokens.size());
        return BEHIND_TEXTS.contains(word(at));
    }

    /**
     * A format with names and texts in the place of its marks; null where a mark puts SQL there, or a name or text that
     * could grow together with what stands beside it.
     */
    private static @Nullable String filled(String format) {
        StringBuilder filled = new StringBuilder(format.length());
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%') {
                filled.append(c);
                continue;
            }
            i++;
            char mark = i < format.length() ? format.charAt(i) : ' ';
            boolean apart = (i < 2 || isApart(format.charAt(i - 2)))
                    && (i + 1 >= format.length() || isApart(format.charAt(i + 1)));
            if (mark != '%' && (mark != 'I' && mark != 'L' || !apart)) {
                return null;
            }
            filled.append(mark == '%' ? "%" : mark == 'I' ? ANY_NAME : "'%'");
        }
        return filled.toString();
    }

    private static boolean isApart(char c) {
        return " \t\r\n(),.;=".indexOf(c) >= 0;
    }

    private boolean isAnyName(int index) {
        return token(index).equals(ANY_NAME);
    }

    /** Whether the last part of a name stands there that is no function's. */
    private boolean isOfTable(int index) {
        int first = index;
        while (isWord(first - 1, ".")) {
            first -= 2;
        }
        return BEFORE_TABLES.contains(word(first - 1));
    }

    private boolean isWord(int index, String word) {
        return word(index).equals(word);
    }

    private String word(int index) {
        return token(index).toUpperCase(Locale.ROOT);
    }

    /** Empty beyond the ends. */
    private String token(int index) {
        return index < 0 || index >= tokens.size() ? "" : tokens.get(index).of(text);
    }

    /** A name, and a text that stands for one, without quotes. */
    private static String named(String token) {
        boolean quoted = token.length() > 1 && (token.charAt(0) == '"' || token.charAt(0) == '\'');
        return quoted ? token.substring(1, token.length() - 1) : token;
    }

    private static boolean isText(String token) {
        return token.endsWith("'") || token.length() > 1 && token.startsWith("$") && token.endsWith("$");
    }

    /** What a text in quotes or dollars is; null where a backslash may stand for something else. */
    private static @Nullable String content(String token) {
        if (token.startsWith("$")) {
            int open = token.indexOf('$', 1) + 1;
            return token.substring(open, token.length() - open);
        }
        int open = token.indexOf('\'') + 1;
        return token.indexOf('\\') >= 0
                ? null
                : token.substring(open, token.length() - 1).replace("''", "'");
    }
}
