package org.shardingjdbc.dialect.internal.mysql;

import java.util.List;
import java.util.Set;
import org.shardingjdbc.dialect.internal.Lexis;

/**
 * Backslashes escape, double quotes hold texts, {@code ||} is OR, and comments are run. The words are those of MariaDB;
 * MySQL's lack two.
 */
class MariaDbLexis implements Lexis {
    /** Versions up to which every server runs a comment; MariaDB skips those between MySQL's and its own. */
    static final int SURE_MYSQL = 50_699;

    private static final int FIRST_MARIADB = 100_000;
    private static final int SURE_MARIADB = 100_500;
    private static final Set<String> NAMES = Set.of(
            "MINUS",
            "ILIKE",
            "SIMILAR",
            "TABLESAMPLE",
            "ISNULL",
            "NOTNULL",
            "VARIADIC",
            "SYMMETRIC",
            "ASYMMETRIC",
            "QUALIFY",
            "TOP",
            "TRY_CAST",
            "ARRAY",
            "PRIOR",
            "USER",
            "CURRENT_ROLE",
            "CURRENT_CATALOG",
            "CURRENT_SCHEMA",
            "SESSION_USER",
            "SYSTEM_USER",
            "PLACING");

    @Override
    public boolean isKeyword(String word) {
        return !NAMES.contains(word);
    }

    @Override
    public List<String> wordOperators() {
        return List.of();
    }

    @Override
    public Comments comments() {
        return Comments.EXECUTABLE;
    }

    @Override
    public boolean runsMarkedComments() {
        return true;
    }

    @Override
    public boolean surelyRuns(int version, boolean marked) {
        return version <= (marked || version >= FIRST_MARIADB ? SURE_MARIADB : SURE_MYSQL);
    }

    @Override
    public boolean backslashEscapes() {
        return true;
    }

    @Override
    public String escaped(char character) {
        return switch (character) {
            case 'Z' -> "\u001a";
            case '%', '_' -> "\\" + character;
            default -> String.valueOf(character);
        };
    }

    @Override
    public String quoted(String text) {
        return Lexis.super.quoted(text.replace("\\", "\\\\"));
    }

    @Override
    public boolean doubleQuotedTexts() {
        return true;
    }

    @Override
    public boolean namesBeginWithDigits() {
        return true;
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
    public boolean numberedPlaceholders() {
        return false;
    }

    @Override
    public boolean symbolsForLogic() {
        return true;
    }
}
