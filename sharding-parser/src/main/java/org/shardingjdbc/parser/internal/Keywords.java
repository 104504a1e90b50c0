package org.shardingjdbc.parser.internal;

import java.util.Set;
import org.antlr.v4.runtime.Vocabulary;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.dialect.Dialects;

/**
 * The keywords of one dialect, found without making a string. They are the token names of {@link SqlGrammar}, less
 * those that are no words of the dialect. Immutable, shared by all threads.
 */
public final class Keywords {
    private static final Set<String> MYSQL_ONLY = Set.of(
            "STATEMENT",
            "XOR",
            "DIV",
            "MOD",
            "BINARY",
            "RLIKE",
            "STRAIGHT_JOIN",
            "QUICK",
            "HIGH_PRIORITY",
            "UTC_DATE",
            "UTC_TIME",
            "UTC_TIMESTAMP",
            "LOW_PRIORITY",
            "DELAYED",
            "SQL_SMALL_RESULT",
            "SQL_BIG_RESULT",
            "SQL_BUFFER_RESULT",
            "SQL_NO_CACHE",
            "SQL_CACHE",
            "SQL_CALC_FOUND_ROWS",
            "DISTINCTROW",
            "UNSIGNED",
            "ZEROFILL",
            "SIGNED",
            "MATCH",
            "AGAINST",
            "FULLTEXT",
            "SPATIAL",
            "YEAR_MONTH",
            "DAY_HOUR",
            "DAY_MINUTE",
            "DAY_SECOND",
            "DAY_MICROSECOND",
            "HOUR_MINUTE",
            "HOUR_SECOND",
            "HOUR_MICROSECOND",
            "MINUTE_SECOND",
            "MINUTE_MICROSECOND",
            "SECOND_MICROSECOND",
            "MEMBER",
            "OUTFILE",
            "DUMPFILE",
            "PERSIST",
            "PERSIST_ONLY",
            "JSON_TABLE");
    private static final Set<String> NOT_IN_MYSQL = Set.of(
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
    private static final Set<String> NOT_IN_POSTGRESQL =
            Set.of("MINUS", "REGEXP", "IGNORE", "QUALIFY", "TOP", "TRY_CAST", "CONVERT", "PRIOR", "SEPARATOR");
    private static final Set<String> NOT_IN_H2 =
            Set.of("ISNULL", "NOTNULL", "VARIADIC", "SIMILAR", "TABLESAMPLE", "RETURNING", "PRIOR");

    private final String[] words;
    private final int[] types;
    private final int mask;

    public Keywords(Dialect dialect) {
        int capacity = 2048;
        words = new String[capacity];
        types = new int[capacity];
        mask = capacity - 1;
        Vocabulary vocabulary = SqlGrammar.VOCABULARY;
        for (int type = 1; type <= vocabulary.getMaxTokenType(); type++) {
            String name = vocabulary.getSymbolicName(type);
            if (!name.startsWith("T_") && isWordOf(dialect, name)) {
                add(name.endsWith("_") ? name.substring(0, name.length() - 1) : name, type);
            }
        }
        if (!dialect.mySqlFamily()) {
            add("OVERLAPS", SqlGrammar.T_OPERATOR);
        }
    }

    private static boolean isWordOf(Dialect dialect, String name) {
        if (dialect.mySqlFamily()) {
            if (dialect == Dialects.MYSQL && (name.equals("RETURNING") || name.equals("STATEMENT"))) {
                return false;
            }
            return !NOT_IN_MYSQL.contains(name);
        }
        if (MYSQL_ONLY.contains(name)) {
            return dialect == Dialects.POSTGRESQL && name.equals("JSON_TABLE");
        }
        return dialect.postgreSqlFamily() ? !NOT_IN_POSTGRESQL.contains(name) : !NOT_IN_H2.contains(name);
    }

    private void add(String word, int type) {
        int slot = hash(word, 0, word.length()) & mask;
        while (words[slot] != null) {
            slot = slot + 1 & mask;
        }
        words[slot] = word;
        types[slot] = type;
    }

    /** The type of the keyword that stands there, in any case, or {@code T_IDENTIFIER}. */
    int typeOf(String text, int start, int stop) {
        int slot = hash(text, start, stop) & mask;
        while (words[slot] != null) {
            String word = words[slot];
            if (word.length() == stop - start && text.regionMatches(true, start, word, 0, stop - start)) {
                return types[slot];
            }
            slot = slot + 1 & mask;
        }
        return SqlGrammar.T_IDENTIFIER;
    }

    private static int hash(String text, int start, int stop) {
        int hash = stop - start;
        for (int at = start; at < stop; at++) {
            hash = hash * 31 + (text.charAt(at) & ~0x20);
        }
        return hash ^ hash >>> 15;
    }
}
