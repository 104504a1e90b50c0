package org.shardingjdbc.parser.internal;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.token.SqlTokens;

/** Tells of a definition that the grammar does not know what it defines, by its first words. Stateless. */
final class DefinedKind {
    /** Behind CREATE may stand OR REPLACE and a definer. */
    private static final int HEADER = 12;

    private static final Set<String> OF_DATABASE = Set.of(
            "FUNCTION",
            "PROCEDURE",
            "ROUTINE",
            "AGGREGATE",
            "ALIAS",
            "CONSTANT",
            "PACKAGE",
            "TYPE",
            "DOMAIN",
            "EXTENSION",
            "SCHEMA",
            "OPERATOR",
            "CAST",
            "COLLATION",
            "CONVERSION",
            "LANGUAGE",
            "TEXT",
            "TRANSFORM",
            "SERVER",
            "WRAPPER",
            "ACCESS",
            "PRIVILEGES");

    private static final Set<String> OF_SERVER = Set.of("USER", "ROLE", "GROUP", "TABLESPACE");

    /** What one place has. */
    private static final Set<String> OF_PLACE = Set.of(
            "TABLE", "VIEW", "INDEX", "SEQUENCE", "TRIGGER", "RULE", "POLICY", "EVENT", "STATISTICS", "PUBLICATION");

    private DefinedKind() {}

    /** OTHER for what belongs to a database, ACCOUNT for what belongs to a server, else null. */
    static @Nullable DdlKind of(SqlTokens tokens) {
        switch (tokens.at(0).getText().toUpperCase(Locale.ROOT)) {
            case "CREATE", "ALTER", "DROP" -> {}
            default -> {
                return null;
            }
        }
        for (int at = 1; at < Math.min(tokens.size(), HEADER); at++) {
            String word = tokens.at(at).getText().toUpperCase(Locale.ROOT);
            if (OF_DATABASE.contains(word)) {
                return DdlKind.OTHER;
            }
            if (OF_SERVER.contains(word)) {
                return DdlKind.ACCOUNT;
            }
            if (OF_PLACE.contains(word)) {
                return null;
            }
        }
        return null;
    }
}
