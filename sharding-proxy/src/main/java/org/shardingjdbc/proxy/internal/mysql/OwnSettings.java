package org.shardingjdbc.proxy.internal.mysql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetScope;

/**
 * What a SET says of settings that concern the client and the server alone: of character sets, as all is Unicode
 * between the server and the databases, and of how many rows a query returns at most. Immutable.
 *
 * @param texts in which the client writes statements from now on; null where that stays
 * @param results in which it reads from now on; null where that stays
 * @param mostRows how many rows a query without a LIMIT returns from now on; 0 for all, null where that stays
 * @param tracking of what the client wants to be told from now on, by the names of the settings
 * @param others the assignments that are not of the server, which are left to the library
 */
record OwnSettings(
        @Nullable ClientCharset texts,
        @Nullable ClientCharset results,
        @Nullable Long mostRows,
        Map<String, String> tracking,
        List<SetAssignment> others) {
    private static final String CONCAT = "CONCAT(";
    private static final String GLOBAL_LIST = "@@global.session_track_system_variables";

    static OwnSettings of(SetStatement set) throws SQLException {
        ClientCharset texts = null;
        ClientCharset results = null;
        Long mostRows = null;
        Map<String, String> tracking = new LinkedHashMap<>();
        List<SetAssignment> others = new ArrayList<>();
        for (SetAssignment assignment : set.assignments()) {
            String name = set.scope() == SetScope.SESSION ? assignment.name() : "";
            switch (name) {
                case "names", "character set", "charset" -> {
                    texts = charset(assignment);
                    results = texts;
                    String collation = collation(assignment);
                    if (texts == ClientCharset.UTF8MB4 && collation != null) {
                        others.add(new SetAssignment(
                                assignment.span(), "collation_connection", collation, assignment.expressions()));
                    }
                }
                case "character_set_client" -> texts = charset(assignment);
                case "character_set_results" ->
                    results = isNull(assignment) ? ClientCharset.AS_STORED : charset(assignment);
                // Of the databases it is what the driver speaks.
                case "character_set_connection" -> charset(assignment);
                case "sql_select_limit" -> mostRows = rows(assignment);
                case "session_track_schema",
                        "session_track_state_change",
                        "session_track_system_variables",
                        "session_track_gtids",
                        "session_track_transaction_info" ->
                    tracking.put(name, tracked(name, assignment.value().strip()));
                default -> others.add(assignment);
            }
        }
        requireKnown(tracking);
        return new OwnSettings(texts, results, mostRows, tracking, others);
    }

    /** Only what is written as it is: what an expression or a variable is worth, the databases alone know. */
    private static String tracked(String name, String value) throws SQLException {
        String literal = unquoted(value);
        if (name.equals("session_track_system_variables")) {
            String list = value.equalsIgnoreCase("DEFAULT") ? value : variables(value);
            if (list == null) {
                throw MySqlException.of(MySqlError.NOT_SUPPORTED, "SET " + name + " to anything but a string");
            }
            return list;
        }
        switch (literal.toUpperCase(Locale.ROOT)) {
            case "0", "1", "ON", "OFF", "TRUE", "FALSE", "DEFAULT" -> {
                return literal;
            }
            default -> {
                boolean flag = name.equals("session_track_schema") || name.equals("session_track_state_change");
                if (flag) {
                    throw MySqlException.of(MySqlError.WRONG_VALUE, name, literal);
                }
                return literal;
            }
        }
    }

    /**
     * A string, or as MariaDB's driver has it {@code CONCAT(@@global.session_track_system_variables, ',...')}; null for
     * anything else.
     */
    private static @Nullable String variables(String value) {
        String literal = unquoted(value);
        if (literal.length() < value.length()) {
            return hasQuotes(literal) ? null : literal;
        }
        int comma = value.indexOf(',');
        boolean joins = value.regionMatches(true, 0, CONCAT, 0, CONCAT.length()) && value.endsWith(")") && comma > 0;
        if (!joins || !value.substring(CONCAT.length(), comma).strip().equalsIgnoreCase(GLOBAL_LIST)) {
            return null;
        }
        String second = value.substring(comma + 1, value.length() - 1).strip();
        String more = unquoted(second);
        return more.length() == second.length() || hasQuotes(more) ? null : SessionChanges.USUAL + more;
    }

    private static boolean hasQuotes(String text) {
        return text.indexOf('\'') >= 0 || text.indexOf('"') >= 0 || text.indexOf('\\') >= 0;
    }

    private static void requireKnown(Map<String, String> tracking) throws SQLException {
        for (String each : List.of("session_track_gtids", "session_track_transaction_info")) {
            String value = tracking.getOrDefault(each, "OFF");
            if (!value.equalsIgnoreCase("OFF") && !value.equals("0") && !value.equalsIgnoreCase("DEFAULT")) {
                throw MySqlException.of(MySqlError.NOT_SUPPORTED, "SET " + each + " to anything but OFF");
            }
        }
    }

    /** What the client is told of the session from now on. */
    void track(SessionChanges changes) {
        tracking.forEach((name, value) -> {
            switch (name) {
                case "session_track_schema" -> changes.tellSchema(isOn(value, true));
                case "session_track_state_change" -> changes.tellAnything(isOn(value, false));
                case "session_track_system_variables" ->
                    changes.tellVariables(value.equalsIgnoreCase("DEFAULT") ? null : value);
                default -> {}
            }
        });
    }

    private static boolean isOn(String value, boolean usual) {
        return switch (value.toUpperCase(Locale.ROOT)) {
            case "1", "ON", "TRUE" -> true;
            case "DEFAULT" -> usual;
            default -> false;
        };
    }

    private static Long rows(SetAssignment assignment) throws SQLException {
        String value = assignment.value().strip();
        if (value.equalsIgnoreCase("DEFAULT")) {
            return 0L;
        }
        try {
            long rows = Long.parseUnsignedLong(value);
            // The largest number stands for all rows.
            return rows < 0 ? Long.valueOf(0) : Long.valueOf(rows);
        } catch (NumberFormatException e) {
            throw MySqlException.of(MySqlError.NOT_SUPPORTED, "SET sql_select_limit to anything but a number");
        }
    }

    /** Whether nothing of the statement is the server's own, so that the library is told all of it as it is. */
    boolean isNone(SetStatement set) {
        return texts == null
                && results == null
                && mostRows == null
                && tracking.isEmpty()
                && others.size() == set.assignments().size();
    }

    private static boolean isNull(SetAssignment assignment) {
        String value = assignment.value().strip().toUpperCase(Locale.ROOT);
        return value.equals("NULL") || value.equals("''") || value.equals("BINARY") || value.equals("'BINARY'");
    }

    static ClientCharset charset(SetAssignment assignment) throws SQLException {
        String value = assignment.value().strip();
        int blank = value.indexOf(' ');
        String title = unquoted(blank < 0 ? value : value.substring(0, blank));
        if (title.equalsIgnoreCase("DEFAULT")) {
            return ClientCharset.UTF8MB4;
        }
        ClientCharset charset = ClientCharset.of(title);
        if (charset == null) {
            throw MySqlException.of(MySqlError.UNKNOWN_CHARSET, title);
        }
        return charset;
    }

    /** What follows on COLLATE, as it is written; null where nothing does. */
    private static @Nullable String collation(SetAssignment assignment) {
        String value = assignment.value().strip();
        int blank = value.lastIndexOf(' ');
        return blank < 0 ? null : value.substring(blank + 1);
    }

    static String unquoted(String value) {
        boolean quoted = value.length() > 1 && (value.charAt(0) == '\'' || value.charAt(0) == '"');
        return quoted ? value.substring(1, value.length() - 1) : value;
    }
}
