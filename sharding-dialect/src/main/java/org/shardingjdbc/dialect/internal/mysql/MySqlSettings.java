package org.shardingjdbc.dialect.internal.mysql;

import java.util.Set;
import org.shardingjdbc.dialect.internal.Sessions.SettingEffect;

/** What the settings of MySQL and MariaDB do. Stateless. */
final class MySqlSettings {
    /** Without IGNORE_SPACE: it refuses names and accepts blanks, but nothing that both accept reads otherwise. */
    private static final Set<String> GRAMMAR_MODES = Set.of(
            "ANSI_QUOTES",
            "NO_BACKSLASH_ESCAPES",
            "PIPES_AS_CONCAT",
            "HIGH_NOT_PRECEDENCE",
            "ANSI",
            "DB2",
            "MAXDB",
            "MSSQL",
            "ORACLE",
            "POSTGRESQL");

    private static final Set<String> VALUE_MODES = Set.of(
            "PAD_CHAR_TO_FULL_LENGTH",
            "EMPTY_STRING_IS_NULL",
            "TIME_ROUND_FRACTIONAL",
            "TIME_TRUNCATE_FRACTIONAL",
            "SIMULTANEOUS_ASSIGNMENT");
    /** Of how a commit goes on. */
    private static final Set<String> ENDS = Set.of("NO_CHAIN", "0", "DEFAULT");

    private static final Set<String> OFF = Set.of("OFF", "0", "FALSE", "NO", "DEFAULT");

    /** What a server says where nothing is set. */
    private static final String ALL_ROWS = "18446744073709551615";

    private static final String UNICODE = "UTF8MB4";
    private static final long DEFAULT_SORT_LENGTH = 1024;

    private MySqlSettings() {}

    static SettingEffect effect(String name, String value) {
        return switch (name) {
            case "sql_mode" -> ofModes(value);
            case "sql_select_limit" -> isAllRows(value) ? SettingEffect.NONE : SettingEffect.ROWS;
            case "max_sort_length" -> sortsWhole(value) ? SettingEffect.NONE : SettingEffect.SORTS;
            case "names", "character set", "charset", "character_set_client", "character_set_connection" ->
                isUnicode(value) ? SettingEffect.NONE : SettingEffect.CHARACTERS;
            case "character_set_results" ->
                value.isEmpty() || value.equals("NULL") || isUnicode(value)
                        ? SettingEffect.NONE
                        : SettingEffect.CHARACTERS;
            case "collation_connection" -> isOfUnicode(value) ? SettingEffect.NONE : SettingEffect.CHARACTERS;
            case "insert_id" -> SettingEffect.KEYS;
            case "completion_type" -> ENDS.contains(value) ? SettingEffect.NONE : SettingEffect.COMMITS;
            case "time_zone" -> SettingEffect.TIMES;
            case "sql_auto_is_null" -> OFF.contains(value) ? SettingEffect.NONE : SettingEffect.VALUES;
            case "autocommit" -> SettingEffect.ALONE;
            default -> SettingEffect.NONE;
        };
    }

    private static boolean isAllRows(String value) {
        return value.equals("DEFAULT") || value.equals(ALL_ROWS);
    }

    /**
     * Whether texts travel as drivers write and read them, whatever is in them; with utf8mb3 what is beyond the basic
     * plane does not.
     *
     * @param value the name of a character set, perhaps with a collation behind it
     */
    private static boolean isUnicode(String value) {
        int blank = value.indexOf(' ');
        String name = blank < 0 ? value : value.substring(0, blank);
        return name.equals(UNICODE) || name.equals("'" + UNICODE + "'") || name.equals('"' + UNICODE + '"');
    }

    /** Whether it is a collation of such texts; it sets their character set as well. */
    private static boolean isOfUnicode(String collation) {
        return collation.startsWith(UNICODE + "_") || collation.startsWith("UCA1400_");
    }

    /** Whether it compares at least as many bytes as servers do where nothing is set. */
    private static boolean sortsWhole(String value) {
        if (value.equals("DEFAULT")) {
            return true;
        }
        try {
            return Long.parseLong(value) >= DEFAULT_SORT_LENGTH;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static SettingEffect ofModes(String value) {
        int start = 0;
        while (start <= value.length()) {
            int comma = value.indexOf(',', start);
            int end = comma < 0 ? value.length() : comma;
            String mode = value.substring(start, end).trim();
            if (GRAMMAR_MODES.contains(mode) || !isWord(mode)) {
                return SettingEffect.GRAMMAR;
            }
            if (VALUE_MODES.contains(mode)) {
                return SettingEffect.VALUES;
            }
            start = end + 1;
        }
        return SettingEffect.NONE;
    }

    /** Anything else is a number of bits or an expression, whose modes are not known here. */
    private static boolean isWord(String mode) {
        if (!mode.isEmpty() && mode.charAt(0) <= '9') {
            return false;
        }
        for (int i = 0; i < mode.length(); i++) {
            char c = mode.charAt(i);
            if (c != '_' && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9')) {
                return false;
            }
        }
        return true;
    }
}
