package org.shardingjdbc.plan.internal.setting;

import java.sql.Types;
import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Dialects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.SetAssignment;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Settings that change what SQL means or which rows it returns. The parser, the router and the merge assume the
 * defaults and cannot follow such a SET; with it a statement might be read in one way here and in another one by the
 * database.
 */
public final class UnfollowedSettings {
    private static final String GRAMMAR =
            "texts, quotes and operators would mean something else than the parser takes them for";
    private static final String VALUES = "the database would compare or store values otherwise than they are routed";
    private static final String ROWS = "it limits the rows of each data node, not of the result";
    private static final String TOGETHER = "it is followed only in a SET of its own";

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

    private static final Set<String> VALUE_MODES = Set.of("PAD_CHAR_TO_FULL_LENGTH", "EMPTY_STRING_IS_NULL");

    private final Rules rules;
    private final Catalog catalog;
    private final Dialect dialect;

    public UnfollowedSettings(Rules rules, Catalog catalog, Dialect dialect) {
        this.rules = rules;
        this.catalog = catalog;
        this.dialect = dialect;
    }

    /** @throws ShardingException when a statement has settings of its own of such a kind */
    public void refuse(ParsedSql parsed) {
        if (parsed.settings() != null) {
            for (SetAssignment assignment : parsed.settings().assignments()) {
                refuse(parsed.settings(), assignment);
            }
        }
    }

    /** @throws ShardingException when the assignment is of such a kind */
    public void refuse(SetStatement set, SetAssignment assignment) {
        if (set.reset() || assignment.name().startsWith("@")) {
            return;
        }
        String value = unquoted(assignment.value());
        String reason = reason(set, assignment.name(), value);
        if (reason != null) {
            throw new ShardingException(ErrorCode.SETTING_REFUSED, "SET " + assignment.name(), reason);
        }
    }

    private String reason(SetStatement set, String name, String value) {
        if (dialect == Dialects.H2) {
            return ofH2(name);
        }
        return dialect.mySqlFamily() ? ofMySql(set, name, value) : ofPostgreSql(name, value);
    }

    /**
     * What is wrong with a value that a connection has when it is opened.
     *
     * @param name one of those that change the grammar
     * @param value as {@link #unquoted} gives it
     * @return the reason, or null
     */
    public static String reason(Dialect dialect, String name, String value) {
        return dialect.mySqlFamily() ? ofModes(value) : ofPostgreSql(name, value);
    }

    /**
     * Times without a zone are shifted by the session's: TIMESTAMP of MySQL on the way to the disk, parameters of H2 on
     * the way to the database. Then they are no longer the times that were routed by.
     */
    private String ofZone() {
        for (LogicTable table : rules.tables()) {
            if (table instanceof PartitionedTable sharded) {
                for (String column : sharded.shardingColumns()) {
                    if (isTime(sharded, column)) {
                        return "the sharding column " + column + " of " + sharded.name()
                                + " holds times, which would be read in another zone than they are routed in";
                    }
                }
            }
        }
        return null;
    }

    private boolean isTime(PartitionedTable table, String column) {
        TableSchema schema;
        try {
            schema = catalog.table(table.name());
        } catch (ShardingException e) {
            // A table that cannot be read holds no rows that could be missed.
            return false;
        }
        ColumnSchema found = schema == null ? null : schema.column(column);
        return found != null
                && switch (found.jdbcType()) {
                    case Types.DATE, Types.TIME, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> true;
                    default -> false;
                };
    }

    /** A value in upper case, without the quotes around it. */
    public static String unquoted(String value) {
        String text = value.trim();
        boolean quoted = text.length() > 1
                && (text.charAt(0) == '\'' || text.charAt(0) == '"')
                && text.charAt(text.length() - 1) == text.charAt(0);
        return (quoted ? text.substring(1, text.length() - 1) : text).trim().toUpperCase(Locale.ROOT);
    }

    private String ofMySql(SetStatement set, String name, String value) {
        return switch (name) {
            case "sql_mode" -> ofModes(value);
            case "sql_select_limit" -> value.equals("DEFAULT") ? null : ROWS;
            case "time_zone" -> ofZone();
            case "sql_auto_is_null" -> isOff(value) ? null : VALUES;
            case "autocommit" -> set.assignments().size() > 1 ? TOGETHER : null;
            default -> null;
        };
    }

    private static String ofModes(String value) {
        int start = 0;
        while (start <= value.length()) {
            int comma = value.indexOf(',', start);
            int end = comma < 0 ? value.length() : comma;
            String mode = value.substring(start, end).trim();
            if (GRAMMAR_MODES.contains(mode) || !isWord(mode)) {
                return GRAMMAR;
            }
            if (VALUE_MODES.contains(mode)) {
                return VALUES;
            }
            start = end + 1;
        }
        return null;
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

    private static String ofPostgreSql(String name, String value) {
        return switch (name) {
            case "standard_conforming_strings" -> isOn(value) ? null : GRAMMAR;
            case "transform_null_equals" -> isOff(value) ? null : VALUES;
            default -> null;
        };
    }

    private String ofH2(String name) {
        return switch (name) {
            case "mode", "compatibility_mode", "non_keywords" -> GRAMMAR;
            case "time zone", "timezone" -> ofZone();
            case "ignorecase", "collation", "binary_collation" -> VALUES;
            default -> null;
        };
    }

    private static boolean isOn(String value) {
        return value.equals("ON")
                || value.equals("1")
                || value.equals("TRUE")
                || value.equals("YES")
                || value.equals("DEFAULT");
    }

    private static boolean isOff(String value) {
        return value.equals("OFF")
                || value.equals("0")
                || value.equals("FALSE")
                || value.equals("NO")
                || value.equals("DEFAULT");
    }
}
