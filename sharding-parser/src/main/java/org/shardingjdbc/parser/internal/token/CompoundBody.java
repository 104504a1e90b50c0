package org.shardingjdbc.parser.internal.token;

import java.util.List;
import java.util.Locale;

/**
 * Follows a statement by its tokens to tell whether a semicolon is one of a body: that of a procedure, function,
 * trigger, event or package, or of a block that stands by itself. What is in parentheses is not told. Not thread-safe;
 * one per statement.
 */
final class CompoundBody {
    /** The kind of what is created is among its first words. */
    private static final int HEADER = 16;

    private static final List<String> KINDS = List.of("PROCEDURE", "FUNCTION", "TRIGGER", "EVENT", "PACKAGE", "RULE");
    /** What END is followed by where it is not of a BEGIN. */
    private static final List<String> OTHER_ENDS = List.of("IF", "CASE", "LOOP", "REPEAT", "WHILE", "FOR");
    /** A body without BEGIN begins with one of them: an AS that comes later is one of its own. */
    private static final List<String> SIMPLE_BODIES =
            List.of("SELECT", "UPDATE", "INSERT", "DELETE", "REPLACE", "SET", "CALL", "WITH", "DO");
    /** Behind them BEGIN is the name of a column, as behind a symbol. */
    private static final List<String> BEFORE_COLUMNS =
            List.of("SELECT", "DISTINCT", "WHERE", "AND", "OR", "NOT", "BY", "SET", "ON");
    /** What may stand between the name of a cursor that is declared and the word CURSOR. */
    private static final List<String> KINDS_OF_CURSOR = List.of("BINARY", "INSENSITIVE", "ASENSITIVE", "NO", "SCROLL");

    private int tokens;
    private String first = "";
    private String before = "";
    private boolean compound;
    private boolean begun;
    private boolean simple;
    /** Whether nobody can tell where it ends: the rest of the text is its. */
    private boolean lasting;
    /** Whether it may be the declaration of a cursor. */
    private boolean cursor;
    /** Whether declarations come before its BEGIN. */
    private boolean declares;
    /** Whether the token before was the END of a BEGIN, unless the next one says otherwise. */
    private boolean ended;

    private int depth;

    /** Whether a semicolon that comes now does not end the statement. */
    boolean isOpen() {
        return lasting || declares || depth > 0;
    }

    /**
     * The next token outside of parentheses.
     *
     * @param word whether it is an unquoted word
     * @param string whether it is a text
     */
    void take(String token, boolean word, boolean string) {
        String upper = word ? token.toUpperCase(Locale.ROOT) : token;
        tokens++;
        if (tokens == 1) {
            first = upper;
            lasting = upper.equals("DECLARE");
            cursor = lasting;
        } else if (cursor && tokens > 2) {
            // the declaration of a cursor is a statement, and not the beginning of a block
            lasting = !upper.equals("CURSOR");
            cursor = KINDS_OF_CURSOR.contains(upper);
        } else if (tokens == 2 && first.equals("BEGIN") && upper.equals("NOT")) {
            compound = true;
            begun = true;
            depth = 1;
        } else if (tokens <= HEADER && (first.equals("CREATE") || first.equals("ALTER")) && KINDS.contains(upper)) {
            compound = true;
            lasting |= upper.equals("PACKAGE");
        } else if (compound) {
            follow(upper, word, string);
        }
        before = word || !string ? upper : "";
    }

    private void follow(String token, boolean word, boolean string) {
        if (ended && OTHER_ENDS.contains(token)) {
            depth++;
        }
        ended = false;
        if ((before.equals("AS") || before.equals("IS")) && !begun && !simple) {
            // a text is the body itself, and ON what a rule is for; declarations have semicolons before their BEGIN
            declares = !string && !token.equals("ON") && !SIMPLE_BODIES.contains(token);
        }
        if (!word) {
            return;
        }
        if (token.equals("BEGIN") && mayBegin()) {
            begun = true;
            declares = false;
            depth++;
        } else if (token.equals("END") && depth > 0 && (before.equals(";") || before.equals("BEGIN"))) {
            depth--;
            ended = true;
        }
        simple |= SIMPLE_BODIES.contains(token);
    }

    private boolean mayBegin() {
        boolean symbol = before.isEmpty() ? false : !Character.isJavaIdentifierPart(before.charAt(0));
        return !BEFORE_COLUMNS.contains(before) && (!symbol || ";:)`\"".indexOf(before.charAt(0)) >= 0);
    }
}
