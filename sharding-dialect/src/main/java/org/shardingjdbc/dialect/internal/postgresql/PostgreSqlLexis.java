package org.shardingjdbc.dialect.internal.postgresql;

import java.util.Set;
import org.shardingjdbc.dialect.internal.Lexis;

/** Operators are free, integers have radixes, and no name stands between backticks. */
class PostgreSqlLexis implements Lexis {
    private static final Set<String> NAMES =
            Set.of("MINUS", "REGEXP", "IGNORE", "QUALIFY", "TOP", "TRY_CAST", "CONVERT", "PRIOR", "SEPARATOR");
    private static final Set<String> KEYWORDS =
            Set.of("ISNULL", "NOTNULL", "VARIADIC", "SIMILAR", "TABLESAMPLE", "RETURNING", "JSON_TABLE");

    @Override
    public boolean isKeyword(String word) {
        return KEYWORDS.contains(word) || !NAMES.contains(word) && Lexis.super.isKeyword(word);
    }

    @Override
    public String escaped(char character) {
        return character == 'f' ? "\f" : Lexis.super.escaped(character);
    }

    @Override
    public boolean backtickedNames() {
        return false;
    }

    @Override
    public boolean escapeTexts() {
        return true;
    }

    @Override
    public boolean variables() {
        return false;
    }

    @Override
    public boolean numberedPlaceholders() {
        return false;
    }

    @Override
    public boolean radixIntegers() {
        return true;
    }

    @Override
    public boolean freeOperators() {
        return true;
    }

    @Override
    public String numberedPlaceholder(int number) {
        return "$" + number;
    }
}
