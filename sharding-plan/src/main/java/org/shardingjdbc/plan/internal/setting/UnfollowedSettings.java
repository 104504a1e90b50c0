package org.shardingjdbc.plan.internal.setting;

import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.SetStatement;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.LogicTable;
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
    private static final String CHARACTERS =
            "texts would travel in another encoding than the driver writes and reads, and rows are copied between data"
                    + " nodes as it reads them; use utf8mb4, which is characterEncoding=UTF-8 of MySQL's driver";
    private static final String KEYS = "the next key of each data node would be that one, so that rows would share it";
    private static final String COMMITS = "the database would begin a transaction that the session does not know of";
    private static final String DIGITS =
            "floating point numbers would come rounded, and are added up and compared as they come";
    private static final String NULLS = "NULLs would sort elsewhere than they are merged";
    private static final String SORTS =
            "each data node would sort and group texts by their beginning, so that equal ones need not come together";
    private static final String TOGETHER = "it is followed only in a SET of its own";

    private final Placements rules;
    private final Catalog catalog;
    private final Dialect dialect;

    public UnfollowedSettings(Placements rules, Catalog catalog, Dialect dialect) {
        this.rules = rules;
        this.catalog = catalog;
        this.dialect = dialect;
    }

    /** Why the settings that a statement has of its own cannot be followed; null where they can. */
    public @Nullable ShardingException refusal(ParsedSql parsed) {
        if (parsed.settings() != null) {
            for (SetAssignment assignment : parsed.settings().assignments()) {
                ShardingException refusal = refusal(parsed.settings(), assignment);
                if (refusal != null) {
                    return refusal;
                }
            }
        }
        return null;
    }

    /** @throws ShardingException when the assignment is of such a kind */
    public void refuse(SetStatement set, SetAssignment assignment) {
        ShardingException refusal = refusal(set, assignment);
        if (refusal != null) {
            throw refusal;
        }
    }

    private @Nullable ShardingException refusal(SetStatement set, SetAssignment assignment) {
        if (set.reset() || assignment.name().startsWith("@")) {
            return null;
        }
        String value = unquoted(assignment.value());
        String reason = reason(set, assignment.name(), value);
        return reason == null
                ? null
                : new ShardingException(ErrorCode.SETTING_REFUSED, "SET " + assignment.name(), reason);
    }

    private @Nullable String reason(SetStatement set, String name, String value) {
        return switch (dialect.sessions().effect(name, value)) {
            case NONE -> null;
            case GRAMMAR -> GRAMMAR;
            case VALUES -> VALUES;
            case SORTS -> SORTS;
            case KEYS -> KEYS;
            case COMMITS -> COMMITS;
            case CHARACTERS -> CHARACTERS;
            case DIGITS -> DIGITS;
            case NULLS -> NULLS;
            case ROWS -> ROWS;
            case TIMES -> ofZone();
            case ALONE -> set.assignments().size() > 1 ? TOGETHER : null;
        };
    }

    /**
     * What is wrong with a value that a connection has when it is opened.
     *
     * @param name one of those that are asked when it is opened
     * @param value as {@link #unquoted} gives it
     * @return the reason, or null
     */
    public static @Nullable String reason(Dialect dialect, String name, String value) {
        return switch (dialect.sessions().effect(name, value)) {
            case GRAMMAR -> GRAMMAR;
            case VALUES -> VALUES;
            case SORTS -> SORTS;
            case KEYS -> KEYS;
            case COMMITS -> COMMITS;
            case CHARACTERS -> CHARACTERS;
            case DIGITS -> DIGITS;
            case NULLS -> NULLS;
            case ROWS -> ROWS;
            default -> null;
        };
    }

    /**
     * Times without a zone are shifted by the session's: TIMESTAMP of MySQL on the way to the disk, parameters of H2 on
     * the way to the database. Then they are no longer the times that were routed by.
     */
    private @Nullable String ofZone() {
        for (LogicTable table : rules.tables()) {
            for (String column : table.shardingColumns()) {
                if (isTime(table, column)) {
                    return "the sharding column " + column + " of " + table.name()
                            + " holds times, which would be read in another zone than they are routed in";
                }
            }
        }
        return null;
    }

    private boolean isTime(LogicTable table, String column) {
        // a table that cannot be read holds no rows that could be missed
        TableSchema schema = catalog.readableTable(table);
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
}
