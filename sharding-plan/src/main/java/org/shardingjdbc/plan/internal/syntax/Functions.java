package org.shardingjdbc.plan.internal.syntax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Naming;
import org.shardingjdbc.merge.internal.group.AggregateKind;
import org.shardingjdbc.parser.internal.LockFunctions;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.sortkey.ScalarProbe;
import org.shardingjdbc.rule.internal.catalog.InstalledFunction;

/**
 * What is known of functions by their names. A name in none of the lists may be an aggregate that somebody installed;
 * the database is then asked ({@link ScalarProbe}). So may one that is: with a schema, or where users have made others
 * of that name ({@link FunctionCall#installed}), it is no built-in function for sure. What a plan relies on is then not
 * known of it; what forbids something still holds. Immutable, shared by all threads.
 */
public final class Functions {
    private static final Map<String, AggregateKind> MERGED = Map.ofEntries(
            Map.entry("count", AggregateKind.COUNT),
            Map.entry("sum", AggregateKind.SUM),
            Map.entry("min", AggregateKind.MIN),
            Map.entry("max", AggregateKind.MAX),
            Map.entry("avg", AggregateKind.AVG),
            Map.entry("bit_and", AggregateKind.BIT_AND),
            Map.entry("bit_or", AggregateKind.BIT_OR),
            Map.entry("bit_xor", AggregateKind.BIT_XOR),
            Map.entry("bit_and_agg", AggregateKind.BIT_AND),
            Map.entry("bit_or_agg", AggregateKind.BIT_OR),
            Map.entry("bit_xor_agg", AggregateKind.BIT_XOR),
            Map.entry("bool_and", AggregateKind.BOOL_AND),
            Map.entry("every", AggregateKind.BOOL_AND),
            Map.entry("bool_or", AggregateKind.BOOL_OR),
            Map.entry("any", AggregateKind.BOOL_OR),
            Map.entry("some", AggregateKind.BOOL_OR));

    private static final Set<String> OTHER_AGGREGATES = Set.of(
            // standard, and shared by most
            "any_value",
            "array_agg",
            "collect",
            "corr",
            "covar_pop",
            "covar_samp",
            "cume_dist",
            "dense_rank",
            "fusion",
            "grouping",
            "grouping_id",
            "intersection",
            "json_arrayagg",
            "json_objectagg",
            "listagg",
            "median",
            "mode",
            "percent_rank",
            "percentile_cont",
            "percentile_disc",
            "rank",
            "regr_avgx",
            "regr_avgy",
            "regr_count",
            "regr_intercept",
            "regr_r2",
            "regr_slope",
            "regr_sxx",
            "regr_sxy",
            "regr_syy",
            "std",
            "stddev",
            "stddev_pop",
            "stddev_samp",
            "var_pop",
            "var_samp",
            "variance",
            "xmlagg",
            // MySQL and MariaDB
            "group_concat",
            "json_merge_agg",
            "st_collect",
            "approx_count_distinct",
            "sumsq",
            // PostgreSQL and openGauss
            "string_agg",
            "json_agg",
            "jsonb_agg",
            "json_object_agg",
            "jsonb_object_agg",
            "json_agg_strict",
            "jsonb_agg_strict",
            "json_object_agg_strict",
            "jsonb_object_agg_strict",
            "json_object_agg_unique",
            "jsonb_object_agg_unique",
            "range_agg",
            "range_intersect_agg",
            "wm_concat",
            "checksum",
            // H2
            "bit_nand_agg",
            "bit_nor_agg",
            "bit_xnor_agg",
            "bit_nand",
            "bit_nor",
            "bit_xnor",
            "histogram",
            "envelope",
            "selectivity",
            "gcd_agg",
            "lcm_agg",
            "row_number",
            "ntile",
            "lag",
            "lead",
            "first_value",
            "last_value",
            "nth_value",
            "ratio_to_report");

    private static final Set<String> SCALARS = Set.copyOf(Arrays.asList(
            ("abs acos acosh adddate addtime age array_append array_cat array_length array_position array_to_string ascii asin "
                            + "atan atan2 bin bit_length btrim cardinality cast cbrt ceil ceiling char char_length "
                            + "character_length chr coalesce concat concat_ws conv convert cos cosh cot curdate current_catalog "
                            + "current_database current_date current_schema current_time current_timestamp current_user curtime "
                            + "database date date_add date_format date_part date_sub date_trunc dateadd datediff day dayname "
                            + "day_name dayofmonth day_of_month dayofweek day_of_week dayofyear day_of_year decode degrees div "
                            + "elt encode exp extract field find_in_set floor format formatdatetime from_days from_unixtime "
                            + "greatest hex hour if ifnull inet_aton inet_ntoa initcap insert instr isfinite isnull "
                            + "json_array json_array_length json_build_object json_build_array jsonb_build_object "
                            + "json_contains json_extract json_keys json_length json_object json_quote json_unquote json_valid "
                            + "json_value jsonb_array_length jsonb_extract_path jsonb_extract_path_text json_extract_path "
                            + "json_extract_path_text jsonb_set jsonb_typeof json_typeof justify_days justify_hours "
                            + "justify_interval last_day lcase least left length ln localtime localtimestamp locate log log10 "
                            + "log2 lower lpad ltrim make_date make_interval make_time make_timestamp makedate maketime md5 mid "
                            + "minute mod month monthname month_name now nullif nvl nvl2 octet_length ord overlay parsedatetime "
                            + "period_add period_diff pi position pow power quarter quote quote_ident quote_literal radians "
                            + "regexp_like regexp_replace regexp_substr regexp_instr repeat replace reverse "
                            + "right round row row_to_json rpad rtrim schema sec_to_time second session_user sha sha1 sha2 "
                            + "sign sin sinh space split_part sqrt str_to_date strpos strcmp subdate substr substring "
                            + "substring_index subtime sysdate system_user tan tanh time time_format time_to_sec timediff "
                            + "timestamp timestampadd timestampdiff to_char to_date to_days to_hex to_json to_jsonb to_number "
                            + "to_timestamp translate trim trim_array trunc truncate ucase unhex unix_timestamp upper user "
                            + "utc_date utc_time utc_timestamp values version week weekday weekofyear width_bucket year "
                            + "yearweek array clock_timestamp statement_timestamp "
                            + "transaction_timestamp timeofday iso_week iso_year iso_day_of_week "
                            // of MySQL and MariaDB, whose own functions no catalog lists, and of H2
                            + "add_months aes_decrypt aes_encrypt bin_to_uuid bit_count compress convert_tz crc32 export_set "
                            + "from_base64 inet6_aton inet6_ntoa interval is_ipv4 is_ipv6 is_uuid json_array_append "
                            + "json_array_insert json_compact json_contains_path json_depth json_detailed json_exists json_insert "
                            + "json_merge_patch json_merge_preserve json_overlaps json_pretty json_query json_remove json_replace "
                            + "json_search json_set json_type make_set microsecond natural_sort_key oct sformat soundex to_base64 "
                            + "to_seconds uncompress uncompressed_length uuid_to_bin bitand bitget bitnot bitor bitxor difference "
                            + "hextoraw lshift rawtohex rshift stringdecode stringencode stringtoutf8 utf8tostring")
                    .split(" ")));

    /** They make several rows of one. */
    private static final Set<String> SET_RETURNING = Set.of(
            "unnest",
            "generate_series",
            "generate_subscripts",
            "json_array_elements",
            "json_array_elements_text",
            "jsonb_array_elements",
            "jsonb_array_elements_text",
            "json_each",
            "json_each_text",
            "jsonb_each",
            "jsonb_each_text",
            "json_object_keys",
            "jsonb_object_keys",
            "json_populate_recordset",
            "jsonb_populate_recordset",
            "jsonb_path_query",
            "jsonb_path_query_tz",
            "regexp_matches",
            "regexp_split_to_table",
            "string_to_table",
            "json_table",
            "system_range");

    private static final Set<String> VOLATILE = Set.of(
            "rand",
            "random",
            "uuid",
            "uuid_short",
            "gen_random_uuid",
            "random_uuid",
            "uuid_generate_v4",
            "uuid_generate_v1",
            "random_bytes",
            "gen_random_bytes",
            "secure_rand",
            "sys_guid",
            "uuidv4",
            "uuidv7",
            "random_normal",
            "setseed",
            "rand_uuid");

    private static final Set<String> CLOCKS = Set.of(
            "now",
            "current_timestamp",
            "current_time",
            "current_date",
            "localtime",
            "localtimestamp",
            "sysdate",
            "curdate",
            "curtime",
            "utc_date",
            "utc_time",
            "utc_timestamp",
            "unix_timestamp",
            "clock_timestamp",
            "statement_timestamp",
            "transaction_timestamp",
            "timeofday",
            "getdate",
            "systimestamp",
            "today");

    private static final Set<String> SESSION = Set.of(
            "found_rows",
            "row_count",
            "last_insert_id",
            "lastval",
            "currval",
            "nextval",
            "setval",
            "identity",
            "scope_identity",
            "rownum",
            "connection_id",
            "pg_backend_pid",
            "session_id",
            "txid_current",
            "pg_current_xact_id",
            "next_value_for",
            "next value for",
            "current value for",
            "nextval_for",
            "transaction_id",
            "lastrowid",
            "database",
            "current_database",
            "current_catalog",
            "schema",
            "inet_server_addr",
            "inet_server_port",
            "pg_postmaster_start_time",
            "set_config");

    private static final Set<String> ROW_PLACES =
            Set.of("rownum", "_rowid_", "ctid", "tableoid", "xmin", "xmax", "cmin", "cmax", "rowid");

    private Functions() {}

    /** Its name in lower case, without its schema: that of a built-in function, or of any other. */
    public static String name(FunctionCall call) {
        return call.name().last().text().toLowerCase(Locale.ROOT);
    }

    /** The name in lower case of the built-in function that it means; empty where it may mean another one. */
    public static String builtIn(FunctionCall call) {
        List<Identifier> parts = call.name().parts();
        boolean unqualified =
                parts.size() == 1 || parts.size() == 2 && parts.get(0).text().equalsIgnoreCase(Naming.BUILT_IN_SCHEMA);
        return unqualified && !call.installed() ? name(call) : "";
    }

    /** Whether its name, without its schema, is that of a built-in function. */
    public static boolean isListed(FunctionCall call) {
        String name = name(call);
        return isOfSeveralRows(name) || isScalar(name) || SET_RETURNING.contains(name);
    }

    /**
     * Whether a function of an extension is what a built-in one of its name is: a plan may do with it what it does with
     * that.
     */
    static boolean isAlike(InstalledFunction function) {
        String name = function.name();
        return switch (function.nature()) {
            case IMMUTABLE, STABLE -> isScalar(name) && !isOfSeveralRows(name);
            case VOLATILE -> VOLATILE.contains(name) || SESSION.contains(name);
            case AGGREGATE -> isOfSeveralRows(name);
            case ROWS, UNKNOWN -> SET_RETURNING.contains(name);
        };
    }

    private static boolean isOfSeveralRows(String name) {
        return MERGED.containsKey(name) || OTHER_AGGREGATES.contains(name);
    }

    private static boolean isScalar(String name) {
        return SCALARS.contains(name)
                || VOLATILE.contains(name)
                || CLOCKS.contains(name)
                || SESSION.contains(name)
                || LockFunctions.ofSession(name)
                || LockFunctions.ofTransaction(name);
    }

    /** Whether it is the name of an aggregate whose results of parts become that of the whole. */
    public static boolean isMerged(String name) {
        return MERGED.containsKey(name);
    }

    /** How results of an aggregate become one; null when it is none, or one that cannot be merged. */
    public static @Nullable AggregateKind merged(FunctionCall call) {
        return call.over() == null ? MERGED.get(builtIn(call)) : null;
    }

    /**
     * Whether it is an aggregate that every database of the dialect has, mergeable or not. A window function is none.
     */
    public static boolean isAggregate(FunctionCall call) {
        return call.over() == null
                && (isOfSeveralRows(builtIn(call))
                        || call.star()
                        || call.distinct()
                        || call.filter() != null
                        || call.orderBy() != null);
    }

    /** Whether it is known to be no aggregate. */
    public static boolean isScalar(FunctionCall call) {
        String name = builtIn(call);
        return call.over() != null || isScalar(name) || SET_RETURNING.contains(name);
    }

    /**
     * Whether it may make several rows of one, or none. One of another name is not known to be no aggregate, since no
     * database accepts it in WHERE.
     */
    public static boolean returnsSet(FunctionCall call) {
        return SET_RETURNING.contains(name(call));
    }

    /** Whether calling it again gives another value. */
    public static boolean isVolatile(FunctionCall call) {
        return VOLATILE.contains(name(call));
    }

    /**
     * Whether it reads a clock, which each data source has its own of. With more than a precision it is another
     * function: {@code UNIX_TIMESTAMP(created)}.
     */
    public static boolean isClock(FunctionCall call) {
        boolean plain = name(call).equals("unix_timestamp")
                ? call.arguments().isEmpty()
                : call.arguments().stream().allMatch(Literal.class::isInstance);
        return plain && CLOCKS.contains(name(call));
    }

    /**
     * Whether it is the moment at which the statement or its transaction began, the same for all rows of a database.
     */
    public static boolean isMoment(FunctionCall call) {
        return isClock(call)
                && !builtIn(call).isEmpty()
                && !Set.of("sysdate", "clock_timestamp", "timeofday").contains(name(call));
    }

    /** Whether its value belongs to one session or one data source. */
    public static boolean isSession(FunctionCall call) {
        return SESSION.contains(name(call)) || isSessionLock(call) || isTransactionLock(call);
    }

    /** Whether it takes, frees or asks for a lock that lasts for the session. */
    public static boolean isSessionLock(FunctionCall call) {
        return LockFunctions.ofSession(name(call));
    }

    /** Whether it takes a lock of no table that lasts until the transaction ends. */
    public static boolean isTransactionLock(FunctionCall call) {
        return LockFunctions.ofTransaction(name(call));
    }

    /** Whether it changes the session whose connection evaluates it, which others would not follow. */
    public static boolean changesSession(FunctionCall call) {
        return changesSession(name(call));
    }

    /**
     * As {@link #changesSession(FunctionCall)}.
     *
     * @param name in lower case, without its schema
     */
    public static boolean changesSession(String name) {
        return name.equals("set_config");
    }

    /** Whether it is a builtin that changes nothing and asks nothing of the session. */
    public static boolean isHarmless(FunctionCall call) {
        String name = builtIn(call);
        boolean builtin = isOfSeveralRows(name)
                || SCALARS.contains(name)
                || SET_RETURNING.contains(name)
                || CLOCKS.contains(name)
                || VOLATILE.contains(name);
        return builtin && call.name().parts().size() == 1 && !isSession(call) && !name.equals("setseed");
    }

    /** Whether what looks like a column is the value of a sequence: {@code seq.NEXTVAL}. */
    public static boolean isSequenceValue(String column) {
        return column.equalsIgnoreCase("nextval") || column.equalsIgnoreCase("currval");
    }

    /** Whether it is a pseudo-column that says where a row lies. */
    public static boolean isRowPlace(String column) {
        return ROW_PLACES.contains(column.toLowerCase(Locale.ROOT));
    }

    /** The calls in a block and in the ORDER BY behind it, without those of subqueries. */
    public static List<FunctionCall> calls(Select block, @Nullable Query query) {
        List<FunctionCall> calls = new ArrayList<>(Tree.outsideQueries(block, FunctionCall.class));
        if (query != null && query.orderBy() != null) {
            calls.addAll(Tree.outsideQueries(query.orderBy(), FunctionCall.class));
        }
        return calls;
    }

    /**
     * The first aggregate of a block's select list, HAVING, or QUALIFY, or of the ORDER BY behind it; null when it has
     * none. Any of them makes all rows one group.
     *
     * @param query whose body the block is or is a branch of; may be null
     */
    public static @Nullable FunctionCall aggregate(Select block, @Nullable Query query) {
        List<Node> parts = new ArrayList<>(block.items());
        if (query != null && query.body() == block && query.orderBy() != null) {
            parts.add(query.orderBy());
        }
        if (block.having() != null) {
            parts.add(block.having());
        }
        if (block.qualify() != null) {
            parts.add(block.qualify());
        }
        for (Node part : parts) {
            for (FunctionCall call : Tree.outsideQueries(part, FunctionCall.class)) {
                if (isAggregate(call)) {
                    return call;
                }
            }
        }
        return null;
    }

    /**
     * Whether its rows are one group by nothing but an aggregate within an item of its ORDER BY, as in {@code ORDER BY
     * 1 - COUNT(*)}, which MariaDB forgets where it looks for rows in a subquery.
     */
    public static boolean isGroupByOrder(Query query) {
        if (query.orderBy() == null || query.limit() != null || !(query.body() instanceof Select block)) {
            return false;
        }
        boolean item = query.orderBy().items().stream()
                .anyMatch(each -> each.expression() instanceof FunctionCall call && isAggregate(call));
        return !item && aggregate(block, null) == null && aggregate(block, query) != null;
    }
}
