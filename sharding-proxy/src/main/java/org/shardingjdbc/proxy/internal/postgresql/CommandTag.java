package org.shardingjdbc.proxy.internal.postgresql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.parser.internal.token.SqlLexer;

/**
 * By which words a client is told that a statement is done.
 *
 * @param words those that the database says
 * @param counts whether the number of rows follows
 */
record CommandTag(String words, boolean counts) {
    private static final int MOST_WORDS = 12;

    /** What may stand between CREATE, ALTER or DROP and the kind of the thing. */
    private static final Set<String> BESIDE_KIND = Set.of(
            "OR",
            "REPLACE",
            "TEMP",
            "TEMPORARY",
            "LOCAL",
            "GLOBAL",
            "UNLOGGED",
            "UNIQUE",
            "RECURSIVE",
            "TRUSTED",
            "PROCEDURAL",
            "CONSTRAINT",
            "DEFAULT");
    /** Kinds of two and more words, by their first one; the words that follow belong to it. */
    private static final List<List<String>> LONG_KINDS = List.of(
            List.of("MATERIALIZED", "VIEW"),
            List.of("FOREIGN", "TABLE"),
            List.of("FOREIGN", "DATA", "WRAPPER"),
            List.of("EVENT", "TRIGGER"),
            List.of("USER", "MAPPING"),
            List.of("ACCESS", "METHOD"),
            List.of("OPERATOR", "CLASS"),
            List.of("OPERATOR", "FAMILY"),
            List.of("TEXT", "SEARCH", "CONFIGURATION"),
            List.of("TEXT", "SEARCH", "DICTIONARY"),
            List.of("TEXT", "SEARCH", "PARSER"),
            List.of("TEXT", "SEARCH", "TEMPLATE"),
            List.of("DEFAULT", "PRIVILEGES"));

    /** The tag of a statement that returns rows or changes them is told from its tree, of all others from its words. */
    static CommandTag of(Statement tree, String sql, Dialect dialect) {
        if (tree instanceof QueryStatement) {
            return new CommandTag("SELECT", true);
        }
        if (tree instanceof InsertStatement) {
            return new CommandTag("INSERT 0", true);
        }
        if (tree instanceof UpdateStatement) {
            return new CommandTag("UPDATE", true);
        }
        if (tree instanceof DeleteStatement) {
            return new CommandTag("DELETE", true);
        }
        if (tree instanceof MergeStatement) {
            return new CommandTag("MERGE", true);
        }
        if (tree instanceof DdlStatement definition
                && definition.kind() == DdlStatement.DdlKind.CREATE_TABLE
                && definition.query() != null) {
            return new CommandTag("SELECT", true);
        }
        if (tree instanceof ExplainStatement) {
            return new CommandTag("EXPLAIN", false);
        }
        return ofWords(words(sql, dialect));
    }

    private static List<String> words(String sql, Dialect dialect) {
        List<String> words = new ArrayList<>();
        SqlLexer lexer = new SqlLexer(sql, dialect, null, null);
        while (words.size() < MOST_WORDS && lexer.next() && lexer.word()) {
            words.add(sql.substring(lexer.start(), lexer.stop()).toUpperCase(Locale.ROOT));
        }
        return words;
    }

    private static CommandTag ofWords(List<String> words) {
        String first = words.isEmpty() ? "" : words.get(0);
        String second = words.size() > 1 ? words.get(1) : "";
        return switch (first) {
            case "CREATE", "ALTER", "DROP" -> plain(first + " " + kind(words));
            case "END" -> plain("COMMIT");
            case "ABORT" -> plain("ROLLBACK");
            case "START" -> plain("START TRANSACTION");
            case "TRUNCATE" -> plain("TRUNCATE TABLE");
            case "LOCK" -> plain("LOCK TABLE");
            case "SECURITY" -> plain("SECURITY LABEL");
            case "DECLARE" -> plain("DECLARE CURSOR");
            case "CLOSE" -> plain("CLOSE CURSOR" + (second.equals("ALL") ? " ALL" : ""));
            case "DEALLOCATE" -> plain("DEALLOCATE" + (words.contains("ALL") ? " ALL" : ""));
            case "DISCARD" -> plain("DISCARD " + (second.startsWith("TEMP") ? "TEMP" : second));
            case "REFRESH" -> plain("REFRESH MATERIALIZED VIEW");
            case "IMPORT" -> plain("IMPORT FOREIGN SCHEMA");
            case "SET" -> plain(second.equals("CONSTRAINTS") ? "SET CONSTRAINTS" : "SET");
            case "FETCH", "MOVE", "COPY" -> new CommandTag(first, true);
            default -> plain(first);
        };
    }

    private static String kind(List<String> words) {
        int at = 1;
        while (at < words.size() - 1
                && BESIDE_KIND.contains(words.get(at))
                && !words.get(at + 1).equals("PRIVILEGES")) {
            at++;
        }
        List<String> rest = words.subList(Math.min(at, words.size()), words.size());
        for (List<String> each : LONG_KINDS) {
            if (rest.size() >= each.size() && rest.subList(0, each.size()).equals(each)) {
                return String.join(" ", each);
            }
        }
        String kind = rest.isEmpty() ? "" : rest.get(0);
        return kind.equals("USER") || kind.equals("GROUP") ? "ROLE" : kind;
    }

    private static CommandTag plain(String words) {
        return new CommandTag(words, false);
    }

    /** With the number of rows where it has one. */
    String of(long rows) {
        return counts ? words + " " + rows : words;
    }
}
