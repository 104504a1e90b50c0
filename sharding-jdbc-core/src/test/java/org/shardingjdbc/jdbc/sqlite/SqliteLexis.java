package org.shardingjdbc.jdbc.sqlite;

import java.util.List;
import java.util.Set;
import org.shardingjdbc.dialect.internal.Lexis;

/** Comments end where they are first closed; what begins with a dollar or an at sign is a placeholder, and not ours. */
final class SqliteLexis implements Lexis {
    private static final Set<String> KEYWORDS = Set.of("RETURNING", "ISNULL", "NOTNULL");

    @Override
    public boolean isKeyword(String word) {
        return KEYWORDS.contains(word) || Lexis.super.isKeyword(word);
    }

    @Override
    public List<String> wordOperators() {
        return List.of("GLOB");
    }

    @Override
    public Comments comments() {
        return Comments.PLAIN;
    }

    @Override
    public boolean dollarQuotes() {
        return false;
    }

    @Override
    public boolean unicodeQuotes() {
        return false;
    }

    @Override
    public boolean variables() {
        return false;
    }
}
