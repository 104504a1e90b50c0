package org.shardingjdbc.route.internal.bind;

import java.util.Locale;
import java.util.Set;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;

/**
 * The functions that are surely no aggregates. Any other name may be one, an aggregate of the user's own too, and a
 * block with it may make one row from none.
 */
public final class ScalarFunctions {
    private static final Set<String> NAMES = Set.of(
            "abs",
            "ascii",
            "cast",
            "ceil",
            "ceiling",
            "char_length",
            "character_length",
            "coalesce",
            "concat",
            "concat_ws",
            "convert",
            "current_date",
            "current_time",
            "current_timestamp",
            "current_user",
            "date",
            "date_add",
            "date_format",
            "date_part",
            "date_sub",
            "date_trunc",
            "datediff",
            "day",
            "dayofmonth",
            "extract",
            "floor",
            "format",
            "greatest",
            "hour",
            "if",
            "ifnull",
            "json_extract",
            "json_unquote",
            "least",
            "left",
            "length",
            "localtime",
            "localtimestamp",
            "locate",
            "lower",
            "lpad",
            "ltrim",
            "md5",
            "minute",
            "mod",
            "month",
            "now",
            "nullif",
            "nvl",
            "octet_length",
            "position",
            "power",
            "quarter",
            "rand",
            "random",
            "repeat",
            "replace",
            "reverse",
            "right",
            "round",
            "rpad",
            "rtrim",
            "second",
            "sign",
            "split_part",
            "sqrt",
            "strpos",
            "substr",
            "substring",
            "to_char",
            "to_date",
            "to_number",
            "to_timestamp",
            "trim",
            "trunc",
            "truncate",
            "unix_timestamp",
            "upper",
            "uuid",
            "week",
            "year");

    private ScalarFunctions() {}

    /** Whether a call without OVER could be that of an aggregate. */
    public static boolean mayAggregate(FunctionCall call) {
        return call.over() == null
                && (call.star()
                        || call.distinct()
                        || call.filter() != null
                        || call.name().parts().size() > 1
                        || call.installed()
                        || !NAMES.contains(call.name().last().text().toLowerCase(Locale.ROOT)));
    }
}
