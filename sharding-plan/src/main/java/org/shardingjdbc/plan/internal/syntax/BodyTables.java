package org.shardingjdbc.plan.internal.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.token.Tokens;

/**
 * The tables that the body of a function, a procedure or a block names, where that is a text for the parser: what
 * follows a word behind which SQL has a table. Stateless.
 */
public final class BodyTables {
    private static final Set<String> BEFORE_TABLES = Set.of("FROM", "JOIN", "INTO", "UPDATE", "TABLE", "ONLY", "USING");
    /** A body begins behind the words CREATE OR REPLACE FUNCTION at the latest. */
    private static final int WORDS_OF_CREATE = 4;

    private BodyTables() {}

    /** Whether a statement begins like one that has a body. */
    private static boolean mayHaveBody(String sql, List<Span> tokens) {
        String first = word(sql, tokens, 0);
        boolean function = false;
        for (int i = 1; i < WORDS_OF_CREATE; i++) {
            String word = word(sql, tokens, i);
            function |= word.equals("FUNCTION") || word.equals("PROCEDURE");
        }
        return first.equals("DO") || first.equals("CREATE") && function;
    }

    /**
     * Their names without schemas, in lower case where they are not quoted; none where the statement does not begin
     * like one that has a body.
     */
    public static List<String> of(String sql, Span statement, Dialect dialect) {
        List<Span> tokens = Tokens.of(sql, statement, dialect).spans();
        if (!mayHaveBody(sql, tokens)) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (Span token : tokens) {
            String text = token.of(sql);
            String body = body(text);
            if (body != null) {
                addNames(body, dialect, names);
            }
        }
        return names;
    }

    /** What stands between quotes or dollars; null for another token. */
    private static @Nullable String body(String text) {
        if (text.length() > 1 && text.startsWith("'") && text.endsWith("'")) {
            return text.substring(1, text.length() - 1).replace("''", "'");
        }
        int open = text.startsWith("$") ? text.indexOf('$', 1) + 1 : 0;
        return open > 0 && text.length() >= 2 * open ? text.substring(open, text.length() - open) : null;
    }

    private static void addNames(String body, Dialect dialect, List<String> names) {
        Tokens read = Tokens.ofMaybe(body, dialect);
        if (read == null) {
            // of another language
            return;
        }
        List<Span> tokens = read.spans();
        for (int i = 1; i < tokens.size(); i++) {
            if (BEFORE_TABLES.contains(word(body, tokens, i - 1))) {
                int last = i;
                while (word(body, tokens, last + 1).equals(".")) {
                    last += 2;
                }
                if (last < tokens.size()) {
                    names.add(name(tokens.get(last).of(body)));
                }
            }
        }
    }

    private static String name(String token) {
        boolean quoted = token.length() > 1 && token.charAt(0) == '"';
        return quoted ? token.substring(1, token.length() - 1) : token.toLowerCase(Locale.ROOT);
    }

    private static String word(String sql, List<Span> tokens, int index) {
        return index < tokens.size() ? tokens.get(index).of(sql).toUpperCase(Locale.ROOT) : "";
    }
}
