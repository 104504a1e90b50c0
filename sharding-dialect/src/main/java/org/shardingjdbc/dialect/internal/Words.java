package org.shardingjdbc.dialect.internal;

import java.util.Set;

/** Words that are keywords to few databases. */
final class Words {
    /** What standard SQL takes for names. */
    static final Set<String> OF_SOME = Set.of(
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
            "JSON_TABLE",
            "ISNULL",
            "NOTNULL",
            "VARIADIC",
            "SIMILAR",
            "TABLESAMPLE",
            "RETURNING",
            "PRIOR");

    private Words() {}
}
