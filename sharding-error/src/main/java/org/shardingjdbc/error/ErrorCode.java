package org.shardingjdbc.error;

/**
 * Every error that this library raises by itself, with its stable id, SQLState, message and remedy. Messages and
 * remedies are {@link java.text.MessageFormat}-free templates: each {@code {}} takes the next argument.
 * {@code docs/error-codes.md} is generated from this enum.
 *
 * <p>The constants are in the order of their numbers: 1xxx SQL text and parameters, 2xxx refused constructs, 3xxx
 * configuration, 4xxx routing, 5xxx execution, 6xxx transactions, 7xxx governance, 8xxx scaling, 9xxx defects. A
 * comment stands before each of these, and before each group within. {@link #category()} says who has to act, which is
 * another question: each of the thousands has several. Numbers stay; a new one is the next of its group.
 *
 * <p>A refusal has the SQLState {@code HYC00}, not {@code 0A000}: HikariCP, as a pool around our connections, drops a
 * connection that throws the latter. The vendor codes 1105 and 2399 have the same effect and are never used.
 */
public enum ErrorCode {
    // ---- 1xxx SQL text and parameters

    // from 1001: texts, and DistSQL
    SYNTAX_ERROR(
            1001,
            ErrorCategory.USER,
            "42601",
            "Syntax error at line {}:{}: found {}, expected {}",
            "Correct the statement at that place"),
    UNKNOWN_STATEMENT_ON_RULED_TABLE(
            1002,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The statement is not understood at line {}:{} (found {}), and it mentions the {} table {}",
            "Write it in a form listed in docs/sql-support.md, or run it on the data source directly"),
    STATEMENT_TOO_COMPLEX(
            1003,
            ErrorCategory.USER,
            "54001",
            "The statement nests too deeply to be parsed",
            "Flatten the nesting, or bind the values as parameters"),
    SEVERAL_STATEMENTS(
            1004,
            ErrorCategory.USER,
            "42601",
            "The text holds more than one statement, which is not possible here: the second starts after line {}:{}",
            "Execute them one by one, or as a batch"),
    UNTERMINATED_TEXT(1005, ErrorCategory.USER, "42601", "The {} that starts at line {}:{} has no end", "Close it"),
    DISTSQL_SYNTAX(1006, ErrorCategory.USER, "42601", "This is no DistSQL, at line {}:{}: {}", "See docs/distsql.md"),
    DISTSQL_WRONG(
            1007,
            ErrorCategory.USER,
            "42000",
            "DistSQL changes nothing: {}",
            "Ask by SHOW what is configured; docs/distsql.md lists every statement"),
    DISTSQL_NOT_ALLOWED(
            1008,
            ErrorCategory.USER,
            "42501",
            "DistSQL is not allowed: the prop distsql-allowed is {}, and this statement needs {}",
            "Set the prop where whoever may connect may also see or change the configuration"),
    DISTSQL_IN_TRANSACTION(
            1009,
            ErrorCategory.USER,
            "25001",
            "DistSQL is refused while a transaction is open",
            "Commit or roll back, and execute it in autocommit mode"),
    DISTSQL_UNSUPPORTED(
            1010, ErrorCategory.USER, "HYC00", "{} is DistSQL that cannot be executed here: {}", "See docs/distsql.md"),
    DISTSQL_NOT_EXPLAINED(
            1011,
            ErrorCategory.USER,
            "HYC00",
            "DistSQL cannot be explained: it goes to no data source",
            "Execute it as it is, or ask by SHOW what is configured; docs/distsql.md lists every statement"),
    DISTSQL_READ_ONLY(
            1012,
            ErrorCategory.USER,
            "25006",
            "DistSQL that changes the configuration is refused on a connection that is read-only",
            "Call setReadOnly(false), or use another connection"),
    SEVERAL_STATEMENTS_NOT_ALLOWED(
            1013,
            ErrorCategory.USER,
            "42601",
            "The text holds more than one statement, which the driver takes only with {}",
            "Add that to the JDBC URL of each data source, or execute the statements one by one"),

    // from 1101: hints and tokens
    HINT_INVALID(
            1101, ErrorCategory.USER, "42601", "The hint cannot be used: {}", "See the hints in docs/configuration.md"),
    HINT_SCOPE_MISUSED(
            1102,
            ErrorCategory.USER,
            "55000",
            "A hint scope was used wrongly: {}",
            "Open each ShardingHint in a try-with-resources of the thread that runs the statements"),
    WRITES_TOKEN_INVALID(
            1103,
            ErrorCategory.USER,
            "22023",
            "The token of writes cannot be used: {}",
            "Give what ShardingDataSource.writesToken returned, as it is"),

    // from 1201: parameters and results of JDBC
    PARAMETER_MISSING(
            1201,
            ErrorCategory.USER,
            "07001",
            "Parameter {} of {} is not set",
            "Call a setter for it before the statement is executed or added to a batch"),
    PARAMETER_INDEX_OUT_OF_RANGE(
            1202,
            ErrorCategory.USER,
            "07009",
            "There is no parameter {}: the statement has {}",
            "Count parameters from 1, one for each placeholder"),
    RESULT_IS_NO_ROWS(
            1203,
            ErrorCategory.USER,
            "07005",
            "The statement returns no rows, and executeQuery was called for it",
            "Call executeUpdate or execute"),
    RESULT_IS_ROWS(
            1204,
            ErrorCategory.USER,
            "07005",
            "The statement returns rows, and {} was called for it",
            "Call executeQuery or execute"),
    STATEMENT_CLOSED(1206, ErrorCategory.USER, "55000", "The statement is closed", "Create a new one"),
    ARGUMENT_OUT_OF_RANGE(
            1207, ErrorCategory.USER, "22023", "{} was called with {}", "Call it with a value that JDBC allows"),
    SQL_ON_PREPARED_STATEMENT(
            1208,
            ErrorCategory.USER,
            "55000",
            "{} with a SQL text was called on a PreparedStatement",
            "Call the method without SQL, or create a Statement"),
    NO_SUCH_WRAPPED_TYPE(1209, ErrorCategory.USER, "22023", "{} does not wrap {}", "Ask isWrapperFor before"),
    STREAM_UNREADABLE(
            1210,
            ErrorCategory.USER,
            "22000",
            "The stream of parameter {} cannot be read",
            "See the cause; a stream can be read once, so set it again before the statement is executed again"),
    RESULT_SET_CLOSED(
            1221,
            ErrorCategory.USER,
            "24000",
            "The result set is closed",
            "Read it before it, its statement or its connection is closed"),
    NO_CURRENT_ROW(
            1222,
            ErrorCategory.USER,
            "24000",
            "The result set stands {} and on no row",
            "Read columns after next() returned true"),
    COLUMN_INDEX_OUT_OF_RANGE(
            1223, ErrorCategory.USER, "07009", "There is no column {}: the result has {}", "Count columns from 1"),
    COLUMN_LABEL_UNKNOWN(
            1224,
            ErrorCategory.USER,
            "42703",
            "The result has no column labelled {}",
            "Use a label of the select list"),
    VALUE_NOT_CONVERTIBLE(
            1225,
            ErrorCategory.USER,
            "22018",
            "Column {} holds a {}, which cannot be read as {}",
            "Use a getter that fits the column's type"),
    VALUE_OUT_OF_RANGE(
            1226, ErrorCategory.USER, "22003", "The value of column {} does not fit {}", "Use a wider getter"),

    // ---- 2xxx Refused constructs

    // from 2004: changes of sharding columns
    SHARDING_COLUMN_UPDATED(
            2004,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The assignment at line {}:{} may move rows of logic table {} to another data node: it changes the sharding column {}",
            "Assign the value that the WHERE gives, or delete and insert the row"),

    // from 2101: queries over several data nodes
    SUBQUERY_ACROSS_NODES(
            2101,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The subquery at line {}:{} reads the sharded table {} independently of the row around it, so"
                    + " its rows are on several data nodes",
            "Equate the sharding columns of the inner and the outer table, select one data node, or run the"
                    + " subquery first and pass its result as parameters"),
    OUTER_JOIN_ACROSS_NODES(
            2102,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The outer join at line {}:{} keeps rows of a table that every data node has, so each data node"
                    + " would return them",
            "Put the sharded table on the side that is kept, select one data node, or use an inner join"),
    NESTED_ROWS_ACROSS_NODES(
            2103,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} in a subquery, derived table or common table expression would combine rows of"
                    + " several data nodes",
            "Make the sharding columns part of it, or select one data node"),
    WINDOW_ACROSS_NODES(
            2104,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The window of {} at line {}:{} needs rows of several data nodes",
            "Put the sharding columns into its PARTITION BY, or select one data node"),
    AGGREGATE_NOT_MERGED(
            2105,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} cannot be merged over several data nodes",
            "Group by the sharding columns, select one data node, or aggregate in the application"),
    FUNCTION_UNKNOWN(
            2106,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} is not known to be no aggregate, so its result over several data nodes cannot"
                    + " be merged",
            "Select one data node, or call it on the result in the application"),
    SET_OPERATION_ACROSS_NODES(
            2107,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} compares rows that may be on different data nodes",
            "Select the sharding columns at the same position of every branch, select one data node, or use"
                    + " UNION ALL"),
    SORT_KEY_NOT_COMPARABLE(
            2108,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The key at line {}:{} has {}, whose order only the database knows",
            "Order by a number, a time or a text with a binary collation (COLLATE \"C\"), or select one data"
                    + " node"),
    EXPRESSION_NOT_MERGED(
            2109,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} computes over merged rows with more than comparisons and + - *",
            "Select its aggregates and compute in the application, or select one data node"),
    LIMIT_NOT_MERGED(
            2110,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} cannot be applied to the rows of several data nodes",
            "Use LIMIT and OFFSET with a number or a parameter, or select one data node"),
    SESSION_STATE_ACROSS_NODES(
            2111,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} has a value of its own on each data node",
            "Select one data node, or compute it in the application"),
    RECURSION_ACROSS_NODES(
            2112,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The recursive common table expression at line {}:{} reads rows of several data nodes",
            "Select one data node in its first branch, or walk the levels in the application"),
    COLUMNS_UNKNOWN(
            2113,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The columns of the select list at line {}:{} are not known, so no key can be found in it",
            "Name the columns instead of *"),
    UNION_NOT_MERGED(
            2114,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} stands on a UNION that cannot be merged over several data nodes",
            "Order by the position of a column of all branches, or select one data node"),
    DISTINCT_NOT_MERGED(
            2115,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "DISTINCT at line {}:{} cannot be merged: {}",
            "Select the keys of ORDER BY too, use GROUP BY, or select one data node"),
    LAST_STATEMENT_ASKED(
            2116,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} tells of what the session executed before, which only the connection knows on which that ran",
            "Ask the statement itself: getGeneratedKeys, its update count, getWarnings"),
    ROWS_OF_COPIES_TIE(
            2117,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} may be another one for each copy of a broadcast table, whose rows have no common order",
            "Sort by columns that no two rows share, such as the primary key"),
    PARAMETER_NOT_EXACT(
            2118,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "Parameter {} is a {}, which the driver sends in one way or another as its settings say, and what is computed"
                    + " over merged rows depends on that",
            "Set a long, or a BigDecimal that has digits behind the point"),

    // from 2201: writes and definitions over several data nodes
    LIMITED_WRITE_ACROSS_NODES(
            2201,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} limits how many rows change, which several data nodes cannot agree on",
            "Select the rows' keys first and write by key, or select one data node"),
    CONFLICT_ACROSS_NODES(
            2202,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} acts on a unique key of {} that does not contain the sharding columns, so the"
                    + " row that is there may be on another data node",
            "Make the sharding columns part of the key, set the prop look-up-upserts, or read first and then insert or"
                    + " update"),
    MERGE_ACROSS_NODES(
            2203,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "MERGE at line {}:{} reads and writes several data nodes",
            "Equate the sharding columns of the target with columns of the source in ON, insert these and change none of"
                    + " them, or write it as INSERT and UPDATE"),
    BROADCAST_WRITE_DIVERGES(
            2204,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} would write another value into each copy of the broadcast table {}",
            "Pass the value as a parameter"),
    BROADCAST_WRITE_FROM_SHARDED(
            2205,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The statement at line {}:{} writes the broadcast table {} from rows that are spread over data" + " nodes",
            "Read the rows first and pass them as parameters"),
    DEFINITION_ACROSS_NODES(
            2206,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The query at line {}:{} defines {} over rows of several data nodes",
            "Define it over one data node, or over broadcast and single tables"),
    RULED_TABLE_RENAMED(
            2207,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The statement at line {}:{} renames {}, which the rules know by that name",
            "Change the rules (reconfigure) and rename the actual tables on the data sources"),
    GENERATED_KEY_WITHOUT_VALUES(
            2208,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "INSERT or MERGE at line {}:{} takes its rows from a query, so the key column {} of {} cannot be generated",
            "Select the key column, or insert VALUES"),
    UPSERT_CHANGES_SHARDING_COLUMN(
            2209,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The conflict clause at line {}:{} changes the sharding column {} of {}",
            "Leave the column out of the assignments, or delete and insert the row"),
    INDEX_OF_UNKNOWN_TABLE(
            2210,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The statement at line {}:{} names no table for {}, no sharded or broadcast table has it, and any data source may",
            "Say IF EXISTS, which goes to every data source, or run it on the data source directly"),
    WRITE_ACROSS_NODES(
            2211,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The statement at line {}:{} writes rows that it finds by joining tables which are not joined on their sharding"
                    + " columns, so it would write rows twice or to the wrong data node",
            "Join binding tables on their sharding columns, select one data node, or read first and write by key"),
    WRITE_WITHOUT_KEY(
            2212,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The statement at line {}:{} would have to write the rows of {} that it finds one by one, but the table has no"
                    + " primary key to find them by",
            "Give the table a primary key, or select one data node"),
    WRITE_AMBIGUOUS(
            2213,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "A row of {} is joined with several rows that would give it different values",
            "Join with rows that are unique for each row that is written"),
    KEY_CHANGED_IN_PLACE(
            2214,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "A row of {} would take the key that another row of the same statement gives up, which succeeds or fails with"
                    + " the order in which rows are written",
            "Change the keys by several statements"),
    ROW_NOT_MOVABLE(
            2215,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "A row of {} would move to another data node, but {}",
            "Insert the new row and delete the old one"),
    FLOAT_ROUNDED(
            2216,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "Column {} of the query is a FLOAT, of which the database shows six digits, and its rows are used on other data"
                    + " nodes",
            "Add 0e0 to it, which makes it a DOUBLE, or cast it to the type of the column that it is put into"),
    MERGE_COLUMN_NOT_COPIED(
            2217,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "Column {} of the source of MERGE is of type {}, whose values do not mean the same as parameters, and its rows are"
                    + " merged on other data nodes",
            "Cast it to another type in a derived table, bind the tables, or write it as INSERT and UPDATE"),

    // from 2230: names, views and common table expressions
    OBJECT_NAMED_BY_NODES(
            2230,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} of the sharded table {} has another name on each data node, given by the database",
            "Give it a name of your own when you create it, or run the statement on the data sources directly"),
    VIEW_WRITTEN(
            2231,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The statement at line {}:{} writes through the view {}, which is over rows of several data nodes",
            "Write the table itself"),
    VIEW_NAMED_AS_TABLE(
            2232,
            ErrorCategory.USER,
            "42S01",
            "The view at line {}:{} is named {}, as a table that the rules know",
            "Give it another name"),
    VIEW_COLUMNS_UNKNOWN(
            2233,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The query at line {}:{} of a view over several data nodes does not name its columns",
            "Name the columns instead of *, in each branch of a UNION, and by AS instead of behind the name of the view"),
    VIEW_TABLE_HIDDEN(
            2234,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The view {} at line {}:{} reads {}, and a common table expression of the statement has that name",
            "Give the common table expression another name"),
    COMMON_TABLE_LIKE_ANOTHER(
            2235,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} differs from the common table expression {} in case or quotes alone, which may be another table to the"
                    + " database",
            "Write both names alike, or give one of them another name"),
    COMMON_TABLE_WRITTEN(
            2236,
            ErrorCategory.USER,
            "42000",
            "DELETE names rows of {}, which is a common table expression",
            "Name a table whose rows are deleted"),

    // from 2240: upserts
    UPSERT_KEYS_APART(
            2240,
            ErrorCategory.USER,
            "21000",
            "The unique keys of a row for {} belong to several rows, of which one is on another data node",
            "Read first and then insert or update"),
    UPSERT_ROW_TWICE(
            2241,
            ErrorCategory.USER,
            "21000",
            "ON CONFLICT DO UPDATE meets a row of {} that the same statement has written",
            "Give each key once"),

    // from 2901: methods of JDBC
    JDBC_FEATURE_REFUSED(
            2901, ErrorCategory.UNSUPPORTED, "HYC00", "{} is not supported: {}", "docs/sql-support.md lists what is"),

    // ---- 3xxx Configuration

    // from 3001: documents
    CONFIGURATION_INVALID(
            3001,
            ErrorCategory.CONFIG,
            "F0000",
            "The configuration has {}:{}",
            "Correct it; docs/configuration.md lists every key"),
    CONFIGURATION_UNREADABLE(
            3002,
            ErrorCategory.CONFIG,
            "F0000",
            "The configuration {} cannot be read: {}",
            "Check that the file is there and is YAML"),
    CONFIGURATION_UNWRITABLE(
            3003,
            ErrorCategory.CONFIG,
            "F0000",
            "The configuration cannot be written as YAML: {}",
            "Configure it by what YAML can say; docs/configuration.md lists every key"),

    // from 3101: data sources, drivers and tables
    DATA_SOURCES_DIFFER(
            3101,
            ErrorCategory.CONFIG,
            "F0000",
            "Data source {} is a {} database and data source {} a {} database",
            "Use one kind of database in a configuration"),
    DATABASE_UNKNOWN(
            3102,
            ErrorCategory.CONFIG,
            "F0000",
            "Data source {} is a database of a kind that is not supported: {}",
            "Use H2, PostgreSQL, openGauss, MariaDB or MySQL"),
    DRIVER_URL_INVALID(
            3103,
            ErrorCategory.CONFIG,
            "08001",
            "The URL {} cannot be used: {}",
            "Write jdbc:sharding:classpath:<resource> or jdbc:sharding:file:<path>, with ?placeholder-type=... if need be"),
    DATA_SOURCE_SETTING(
            3104,
            ErrorCategory.CONFIG,
            "42000",
            "Data source {} opens its connections with {}: {}",
            "Take it out of the JDBC URL, of connectionInitSql, or of what the server gives this user"),
    WARM_UP_UNREADABLE(
            3105,
            ErrorCategory.CONFIG,
            "42000",
            "The script of the prop warm-up, {}, cannot be read: {}",
            "Name a file (file:/path/x.sql) or a resource (classpath:x.sql), or write the SQL itself"),
    DATA_SOURCES_SAME(
            3106,
            ErrorCategory.CONFIG,
            "F0000",
            "Data sources {} and {} are one database and schema, so every row would be found twice",
            "Give each data source a database or schema of its own"),
    DRIVER_MISSING(
            3107,
            ErrorCategory.CONFIG,
            "08001",
            "Data source {} has no JDBC driver: {}",
            "Add the driver to the class path, or correct jdbcUrl and driverClassName"),
    DEPENDENCE_NOT_COMPARABLE(
            3111,
            ErrorCategory.CONFIG,
            "42000",
            "The dependence {} cannot be checked: only the database knows which values of column {} of table {} are equal",
            "Give the column a binary collation; until then no join relies on the dependence"),
    LIBRARY_TOO_OLD(
            3121,
            ErrorCategory.CONFIG,
            "F0000",
            "{} on the class path is {}: needed is {} or newer",
            "Raise it where mvn dependency:tree shows who pins it, or add it; a module-info.java requires its module"),
    TABLES_NOT_SOUND(
            3131,
            ErrorCategory.CONFIG,
            "F0000",
            "The check of check-table-metadata-enabled found {} error(s). {}",
            "ShardingDataSource.check() and the command check tell the SQL that mends them; see docs/check.md"),
    LOOK_UPS_NOT_SOUND(
            3132,
            ErrorCategory.CONFIG,
            "F0000",
            "The tables of look-ups are not as these need them: {}",
            "Change the tables as it says; the command check tells the SQL, see docs/lookup.md"),

    // ---- 4xxx Routing

    // from 4001: algorithms
    RANGE_NOT_ROUTABLE(
            4001,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "Sharding algorithm {} of logic table {} does not say where a range of {} lies",
            "Set its property allow-range-query-with-inline-sharding to true to read all targets, or give values with = or IN"),
    SHARDING_TARGET_UNKNOWN(
            4002,
            ErrorCategory.USER,
            "22000",
            "Sharding algorithm {} of logic table {} chose {} for a value of class {}; configured are {}",
            "Correct the value, the algorithm or the data nodes"),
    SHARDING_VALUE_REFUSED(
            4003,
            ErrorCategory.USER,
            "22000",
            "Sharding algorithm {} of logic table {} cannot place a value of class {}: {}",
            "Correct the value or the algorithm"),
    ALGORITHM_FAILED(4004, ErrorCategory.CONFIG, "38000", "{} of logic table {} failed with {}", "See the cause"),
    SHARDING_CLASS_REFUSED(
            4005,
            ErrorCategory.USER,
            "22000",
            "Sharding algorithm {} of logic table {} takes no value of class {}: {}",
            "Use an algorithm for the column's type"),

    // from 4101: tables, conditions and values
    TABLES_NOT_ALIGNED(
            4101,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "Logic tables {} and {} (line {}:{}) are not joined on their sharding columns, so rows that belong together may be on"
                    + " different data nodes",
            "Equate all sharding columns of binding tables, of one type and an exact collation, or restrict each table to one data"
                    + " node of the same data source"),
    TABLES_IN_DIFFERENT_DATA_SOURCES(
            4102,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The statement needs rows of {} and of {}, which are in different data sources",
            "Read them one after the other, or make the smaller one a broadcast table"),
    SHARDING_VALUE_MISSING(
            4103,
            ErrorCategory.USER,
            "22004",
            "INSERT gives no value for sharding column {} of logic table {} (line {}:{})",
            "Add the column to the INSERT"),
    SHARDING_VALUE_NOT_CONSTANT(
            4104,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The value of sharding column {} of logic table {} at line {}:{} is not a literal or a parameter",
            "Compute it in the application and pass it as a parameter"),
    SHARDING_VALUE_NULL(
            4105,
            ErrorCategory.USER,
            "22004",
            "The value of sharding column {} of logic table {} at line {}:{} is NULL",
            "Give each row a sharding value, or say by nullPlacement of the sharding strategy where NULL lies"),
    SHARDING_VALUE_NOT_PLACED(
            4106,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "Of {}, at line {}:{}, it is not certain what sharding column {} ({}) of logic table {} would store, nor on which data node",
            "Write the value as the column's own type shows it"),
    ROW_NOT_ON_ONE_NODE(
            4107,
            ErrorCategory.USER,
            "22000",
            "The sharding strategies of logic table {} choose {} data nodes for the row at line {}:{}, and a row must have one",
            "Give it all sharding values, or the hint that a hint strategy needs"),
    INSERTED_ROWS_NOT_ALIGNED(
            4108,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The rows that the query at line {}:{} makes for logic table {} may belong to other data nodes than where they are read",
            "Select the sharding columns of a binding table into the sharding columns, or read first and insert VALUES"),
    SHARDING_CONDITION_MISSING(
            4109,
            ErrorCategory.USER,
            "42000",
            "Auditor {} refuses a statement on logic table {} without a sharding condition",
            "Restrict the sharding columns, or disable the auditor by a hint where the rules allow it"),
    HINTED_DATA_SOURCE_UNKNOWN(
            4110,
            ErrorCategory.USER,
            "42704",
            "The hint names the data source {}, which is not configured; configured are {}",
            "Name one of them"),
    HINTED_DATA_SOURCE_MISSED(
            4111,
            ErrorCategory.USER,
            "42000",
            "The hint sends the statement to data source {}, but what it writes or reads is not there",
            "Name the right data source, or leave the hint out"),
    SINGLE_TABLE_AMBIGUOUS(
            4112,
            ErrorCategory.CONFIG,
            "42725",
            "Table {} has no rule and is in several data sources: {}",
            "Name its data source in the !SINGLE rule, or make it a broadcast table"),
    DEFINITION_MIXES_TABLES(
            4113,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The definition statement at line {}:{} concerns tables {} and {}, which are not in the same data nodes",
            "Run one statement for each table; let foreign keys reference binding or broadcast tables only"),
    STATEMENT_ON_SHARDED_TABLE(
            4114,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The statement at line {}:{} cannot be run on logic table {}, which is sharded",
            "Run it on the data sources directly"),
    WRITE_NOT_ON_ONE_NODE(
            4115,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The statement at line {}:{} writes table {} from rows of logic table {} on several data nodes",
            "Restrict the sharded table to one data node, or read first and write by key"),
    CATALOG_UNREADABLE(
            4116,
            ErrorCategory.BACKEND,
            "58000",
            "The metadata of {} cannot be read",
            "See the cause; the user of the data source must be allowed to read the columns of its tables"),
    SHARDING_COLUMN_UNKNOWN(
            4117,
            ErrorCategory.USER,
            "42P01",
            "The type of sharding column {} of logic table {} is not known, so rows of it cannot be placed (line {}:{})",
            "Create the table with that column; if it was created in this transaction, commit first"),
    PHYSICAL_DATABASE_NAMED(
            4118,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} is qualified with the place of one data source, but belongs to the logic database {}",
            "Qualify it with the logic database or leave the qualifier out; one data source alone is reached by the hints"
                    + " DATA_SOURCE_NAME and SKIP_SQL_REWRITE"),
    LOGIC_DATABASE_UNREACHED(
            4119,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} is qualified with a name that the data sources do not know, in a statement or clause where it cannot be"
                    + " replaced",
            "Leave the qualifier out"),
    REFUSED_BY_AUDITOR(
            4120,
            ErrorCategory.USER,
            "42000",
            "Auditor {} refuses a statement on logic table {}: {}",
            "Change the statement, or disable the auditor by a hint where the rules allow it"),

    // from 4121: limits of statements
    LIMIT_NODES(
            4121,
            ErrorCategory.USER,
            "54000",
            "Limit {} of {} refuses the statement: it would reach {} data nodes, allowed are {}",
            "Restrict it by the sharding columns, or disable the limit by a hint where its configuration allows that"),
    LIMIT_ROWS_RETURNED(
            4122,
            ErrorCategory.USER,
            "54000",
            "Limit {} of {} ends the statement: it returns more than {} row(s)",
            "Ask for fewer rows with LIMIT or conditions, or disable the limit by a hint where its configuration allows that"),
    LIMIT_ROWS_HELD(
            4123,
            ErrorCategory.USER,
            "54000",
            "Limit {} of {} ends the statement: its merge holds more than {} row(s) at a time",
            "Ask for fewer rows with conditions, sort by an index, or disable the limit by a hint where its configuration allows that"),
    LIMIT_TIME(
            4124,
            ErrorCategory.BACKEND,
            "HYT00",
            "Limit {} of {} ends the statement: it takes longer than {} s",
            "Restrict it to fewer rows or data nodes, or disable the limit by a hint where its configuration allows that"),

    // from 4125: look-ups, and what is written beside
    LOOKED_UP_FIRST(
            4125,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "Where the rows are has to be looked up in {} ({}), which takes a step of its own",
            "Execute the statement by itself, or restrict it by the sharding columns"),
    BESIDE_VALUE_UNKNOWN(
            4126,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} writes beside logic table {} and has to know the values of {}: {}",
            "Write the values as literals or parameters, in INSERT ... VALUES, UPDATE or DELETE of the table alone"),
    BESIDE_ROWS_CHANGED(
            4127,
            ErrorCategory.BACKEND,
            "40001",
            "{} rows of logic table {} were found, beside which rules write, and {} were written: others changed them meanwhile",
            "Run the transaction again"),
    BESIDE_ROWS_READ(
            4128,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} writes beside logic table {}, so that the rows of an INSERT ... SELECT have to be read first",
            "Read the rows, and insert them with VALUES"),
    BESIDE_NOT_TOGETHER(
            4129,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} writes beside logic table {} in other data sources, and transactions of type {} do not commit both or none",
            "Use transactions of type XA, or put what is written beside into the data source of the table"),

    // from 4130: rules and transformed columns
    REFUSED_BY_RULE(
            4130,
            ErrorCategory.USER,
            "42000",
            "{} refuses the statement: {}",
            "Change the statement, or the configuration of the rule"),
    TRANSFORMED_COLUMN_USED(
            4131,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} uses column {} of logic table {}, whose values a rule transforms{}",
            "Select the column by itself, write or compare it with parameters or text literals, or leave it out"),
    TRANSFORMED_VALUE_REFUSED(
            4132,
            ErrorCategory.USER,
            "22023",
            "A value of column {} of logic table {} cannot be transformed: {}",
            "Give it as the rule of the column expects it"),
    BACKFILL_REFUSED(
            4133,
            ErrorCategory.USER,
            "42000",
            "The encryption backfill of {} cannot go on: {}",
            "docs/encryption.md tells what it needs"),
    TRANSFORMED_NAME_CHANGED(
            4134,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} at line {}:{} gets another name, by which no rule transforms column {} of logic table {}",
            "Bring the new name into the configuration of the rule first, or rename on the data source directly"),
    KEY_ASKED_BY_ZERO(
            4135,
            ErrorCategory.USER,
            "22004",
            "The value for column {}, which has a key generator, is 0, and the session has set sql_mode, so that 0 may"
                    + " be a value or ask for a key",
            "Give NULL or leave the column out for a key; connect with that sql_mode in the URL to store 0"),
    ACTUAL_TABLE_MISSING(
            4136,
            ErrorCategory.USER,
            "42S02",
            "Actual table {} of logic table {} is not in data source {}",
            "CREATE TABLE with the logic name makes all actual tables; if it was created in this transaction, commit"
                    + " first; the command check lists what is missing where"),
    BESIDE_ROWS_MISSED(
            4137,
            ErrorCategory.BACKEND,
            "40001",
            "Beside rows of logic table {} there should be {} others, and {} are: the transaction that wrote them is"
                    + " just being committed, or they were never written",
            "Run the transaction again; rows from before the rule, or written past it, get theirs first (for look-ups:"
                    + " INSERT INTO the table of entries)"),

    // ---- 5xxx Execution

    // from 5001: connections, times and data sources
    CONNECTIONS_EXHAUSTED(
            5001,
            ErrorCategory.BACKEND,
            "53300",
            "Data source {} could not give {} connection(s) within {} ms: its pool has {} at most, {} of them in use",
            "Close results and connections that are not needed, raise maximumPoolSize, or lower max-connections-size-per-query"),
    INTERRUPTED(
            5002,
            ErrorCategory.BACKEND,
            "57014",
            "Interrupted while {}",
            "The thread's interrupt flag is set; decide there"),
    CANCELLED(5003, ErrorCategory.USER, "57014", "The statement was cancelled", "Nothing is to be done"),
    QUERY_TIMEOUT(
            5004,
            ErrorCategory.BACKEND,
            "HYT00",
            "The statement took longer than its query timeout of {} s",
            "Restrict the statement to fewer data nodes, or raise the timeout"),
    DATA_SOURCE_UNAVAILABLE(
            5005,
            ErrorCategory.BACKEND,
            "08001",
            "Data source {} cannot be connected to: {}",
            "Check its URL, user and password and whether it runs; initializationFailTimeout: -1 lets it be down at start"),
    DEFINITION_INCOMPLETE(
            5006,
            ErrorCategory.BACKEND,
            "HY000",
            "The definition statement was completed on {}, failed on {}, and was not tried on {}: {}",
            "Remove the cause and complete or undo it on the data sources named, there or by a statement that tolerates both states"),
    CLOSED(5007, ErrorCategory.USER, "08003", "This {} is closed", "Ask for a new one"),
    PULLED_TOO_MUCH(
            5008,
            ErrorCategory.USER,
            "54000",
            "The tables of the query have to be pulled together: with {} row(s) of {} it is more than the {} {} of the prop {}",
            "Narrow the statement by the sharding columns of its tables, or raise the prop"),
    DATA_SOURCE_RESTS(
            5009,
            ErrorCategory.BACKEND,
            "53000",
            "Data source {} failed several times on end, and no statement is sent to it before the next try at {}",
            "See what the database says; transactions that have a connection go on"),
    DATA_SOURCE_BUSY(
            5010,
            ErrorCategory.BACKEND,
            "53300",
            "Data source {} runs {} statement(s), as many as its limit allows, and none ended within {} ms",
            "Try again later, or raise maxConcurrent of its limit"),
    DATABASE_ERROR_WITHHELD(
            5011,
            ErrorCategory.BACKEND,
            "HY000",
            "The database refused the statement with SQLState {}; what it says is left out, for it may show values of"
                    + " column {} of logic table {}, which must not be asked{}",
            "Go by the SQLState and the vendor code, or see the database's own log"),

    // from 5020: replicas and primaries
    NO_REPLICA(
            5020,
            ErrorCategory.BACKEND,
            "08001",
            "No replica of group {} may answer: {}",
            "See to the replicas, or let the primary answer: when-none: primary"),
    PRIMARY_MOVED(
            5021,
            ErrorCategory.BACKEND,
            "40001",
            "The primary of group {} moved while the session used the one before: from {} to {}",
            "Roll back, and run the transaction again; take the session's locks again"),
    PRIMARY_ELSEWHERE(
            5022,
            ErrorCategory.BACKEND,
            "25006",
            "Data source {} of group {} takes no writes; {}",
            "If a replica was promoted, name it as writeDataSourceName; otherwise set it to read only"),

    // from 5201: key generators
    KEY_CLOCK_MOVED_BACK(
            5201,
            ErrorCategory.BACKEND,
            "55000",
            "The clock moved back by {} ms, more than the {} ms that the key generator waits for",
            "Correct the clock, or raise max-tolerate-time-difference-milliseconds"),
    KEY_WORKER_ID_UNAVAILABLE(
            5202,
            ErrorCategory.BACKEND,
            "55000",
            "The key generator has no worker id of its own, and could not lease one from a data source: {}",
            "Give its entry under keyGenerators the property worker-id, another number in each process"),
    KEY_SEQUENCE_UNAVAILABLE(
            5203,
            ErrorCategory.BACKEND,
            "55000",
            "No numbers of sequence '{}' could be taken: {}",
            "See that the data source or registry of its key generator answers, and that its user may read, insert and"
                    + " update the table of sequences; a table that the user may not create is created by its owner"),
    KEY_SEQUENCE_LOST(
            5204,
            ErrorCategory.BACKEND,
            "55000",
            "Sequence '{}' would give numbers a second time: {}",
            "Set its row, or its value in the registry, above all keys that were given, and start anew"),

    // from 5301: merge
    MERGE_ROWS_EXCEEDED(
            5301,
            ErrorCategory.USER,
            "54000",
            "More than {} rows would be held in memory to {}",
            "Narrow the statement, or raise the prop max-rows-in-memory"),
    MERGE_ORDER_UNKNOWN(
            5302,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "How values of column {} of type {} compare is not known here, and rows of several data nodes are merged by it",
            "Use a column whose order docs/sql-support.md lists, or restrict the statement to one data node"),
    MERGE_TYPE_NOT_COMPUTABLE(
            5303,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "Column {} of type {} cannot be computed from the values of several data nodes",
            "Cast its argument to a number, or restrict the statement to one data node"),
    MERGE_NUMBER_OUT_OF_RANGE(
            5304,
            ErrorCategory.USER,
            "22003",
            "The value of column {} over all data nodes is out of the range of type {}",
            "Cast the argument of the aggregate to a wider type"),
    MERGE_VALUES_NOT_COMPARABLE(
            5305,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "A formula over merged rows uses a {} with a {}",
            "Write both sides in one type"),
    MERGE_COLUMNS_DIFFER(
            5306,
            ErrorCategory.BACKEND,
            "42703",
            "The actual tables of a logic table differ: a data node returned {} instead of {}",
            "Bring the actual tables to the same definition; if they were just altered, run the statement again"),
    LOCKED_ROWS_CHANGE(
            5307,
            ErrorCategory.BACKEND,
            "40001",
            "Other transactions keep changing which rows the query returns: {} times there were others than those that it"
                    + " had locked before",
            "Roll back, and run the transaction again, or lock the rows of one table by itself first"),

    // ---- 6xxx Transactions

    // from 6001: all types of transactions
    COMMIT_INCOMPLETE(
            6001,
            ErrorCategory.BACKEND,
            "40003",
            "The transaction is not whole: committed on {}; rolled back on {}; unknown on {}; the first failure was: {}",
            "Compare and repair the data of these data sources; a transaction of type XA commits all or none"),
    TRANSACTION_FAILED(
            6002,
            ErrorCategory.USER,
            "25P02",
            "The transaction can only be rolled back, because a statement in it failed: {}",
            "Roll back, to a savepoint set before that statement or wholly"),
    TRANSACTION_ROLLED_BACK(
            6003,
            ErrorCategory.BACKEND,
            "40000",
            "The transaction was rolled back instead of committed, because a statement in it had failed: {}",
            "Run the transaction again"),
    NOT_IN_TRANSACTION(
            6004,
            ErrorCategory.USER,
            "25P01",
            "{} needs a transaction, but autocommit is on",
            "Switch autocommit off first"),
    SAVEPOINT_UNKNOWN(
            6005,
            ErrorCategory.USER,
            "3B001",
            "Savepoint {} does not exist in this transaction",
            "Set it before it is used"),
    SCHEMA_SWITCH_REFUSED(
            6006,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "The schema cannot be switched to {}: the data sources have different ones ({}), and would end up in one",
            "Name the schemas in the URLs of the data sources"),
    SESSION_STATEMENT_REFUSED(
            6007,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "SET {} would give each data source a value of its own, because its value is computed",
            "Compute the value in the application and set it as a literal"),
    TRANSACTION_TYPE_UNKNOWN(
            6008,
            ErrorCategory.CONFIG,
            "F0000",
            "No transaction type {} is on the class path, but {}; it is in the artifact org.shardingjdbc:{}",
            "Add the artifact, or use LOCAL"),
    SETTING_REFUSED(
            6009,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} is refused: {}",
            "Leave the setting at its default, or work on the data source directly"),
    TRANSACTION_TIMED_OUT(
            6010,
            ErrorCategory.USER,
            "40000",
            "The transaction can only be rolled back: it was open for longer than {} s",
            "Make it shorter, or give it more time by transaction: props: timeout-seconds"),
    TRANSACTION_COORDINATOR(
            6011,
            ErrorCategory.BACKEND,
            "40000",
            "The transaction coordinator refused: {}",
            "See its own messages in the log"),
    XA_IMPOSSIBLE(
            6012,
            ErrorCategory.CONFIG,
            "25000",
            "Data source {} cannot take part in XA transactions: {}",
            "Do so and start again, or use transaction type LOCAL"),
    TRANSACTION_IS_JOINED(
            6013,
            ErrorCategory.USER,
            "25000",
            "{} is refused: the connection takes part in a transaction that the application's coordinator ends",
            "End the transaction where it was begun"),
    CROSS_SHARD_WRITE(
            6014,
            ErrorCategory.USER,
            "25000",
            "The transaction has written to {} and would write to {} too, which LOCAL cannot commit as one",
            "Write to one data source in a transaction, use transaction type XA, or set local-cross-shard: allow"),
    NOT_JOINED(
            6015,
            ErrorCategory.USER,
            "25000",
            "The connection does not take part in the transaction of the application's coordinator that this thread is in",
            "Get the connection after that transaction has begun, and use it on its thread until it ends"),
    TRANSACTION_TYPE_FIXED(
            6016,
            ErrorCategory.USER,
            "25001",
            "The transaction type cannot become {}: a transaction of type {} has begun",
            "Commit or roll back first"),
    TRANSACTION_GIVEN_UP(
            6017,
            ErrorCategory.USER,
            "40000",
            "The transaction of the application's coordinator is over or can only be rolled back: somebody has ended or"
                    + " marked it, or its time was over",
            "Roll it back where it was begun, and run it again"),
    TRANSACTION_LOG(
            6021,
            ErrorCategory.CONFIG,
            "F0000",
            "The transaction log {}",
            "Give each process a log of its own (transaction: props: log-directory), which it may write to and which"
                    + " outlives it"),
    STATEMENT_NOT_IN_XA(
            6022,
            ErrorCategory.USER,
            "25001",
            "{} is refused in an XA transaction: {}",
            "Commit or roll back, and execute it in autocommit mode, or in a transaction of type LOCAL"),
    TRANSACTION_BRANCH_GONE(
            6023,
            ErrorCategory.BACKEND,
            "40003",
            "Branch {} on data source {} was prepared and to be {}, and is no more: somebody else has committed it or rolled it"
                    + " back",
            "Compare what it wrote with the other data sources, and mend what is missing by hand; docs/transactions.md says how"),
    STATEMENT_OUTSIDE_TRANSACTION(
            6024,
            ErrorCategory.BACKEND,
            "40003",
            "A statement was stopped on data source {} just as its transaction began there, so that the database refused the"
                    + " beginning and executed the statement by itself: what it wrote there is committed",
            "Look at what it wrote there and mend it by hand; the rest of the transaction is rolled back"),

    // from 6031: types that have to be configured
    TRANSACTION_TYPE_NOT_CONFIGURED(
            6031,
            ErrorCategory.CONFIG,
            "F0000",
            "The transaction type {} is not for single connections: all connections must be made for it",
            "Make it the defaultType, and SET sharding.transaction_type = LOCAL where it is not wanted"),
    BASE_IMPOSSIBLE(
            6032,
            ErrorCategory.CONFIG,
            "25000",
            "Data source {} cannot take part in BASE transactions: {}",
            "Do so and start again, or use transaction type XA or LOCAL"),
    BASE_NOT_UNDOABLE(
            6033,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "A BASE transaction could not undo this statement: {}",
            "Write it as INSERT, UPDATE or DELETE of single rows by their primary key, or use transaction type XA"),
    GLOBAL_LOCK(
            6034,
            ErrorCategory.BACKEND,
            "40001",
            "Another BASE transaction holds rows that this one wrote to: {}",
            "Run the transaction again"),

    // ---- 7xxx Governance

    GOVERNANCE_JAR_MISSING(
            7001,
            ErrorCategory.CONFIG,
            "F0000",
            "mode {} with a repository of type {} needs org.shardingjdbc:{}, which is not on the class path",
            "Add that artifact to the dependencies"),
    GOVERNANCE_MISCONFIGURED(
            7002,
            ErrorCategory.CONFIG,
            "F0000",
            "The mode of the configuration cannot be used: {}",
            "Correct it; docs/governance.md lists every key"),
    REGISTRY_UNAVAILABLE(
            7003,
            ErrorCategory.BACKEND,
            "08001",
            "The registry {} does not answer: {}",
            "Try again when it is back; for starts without it give mode.localCopy, and mode.whenAway says whether statements go on"),
    CHANGE_OVERTAKEN(
            7004,
            ErrorCategory.USER,
            "40001",
            "{} in the registry was changed by another instance meanwhile: it is no longer at version {}",
            "Look at what counts now, and make the change again if it is still wanted"),
    CONFIGURATION_DIFFERS(
            7005,
            ErrorCategory.CONFIG,
            "F0000",
            "The local configuration is not that of version {} in the registry: {}",
            "Make them alike, or let mode.whenDifferent be local-wins or remote-wins"),
    SECRET_IN_PLAIN_TEXT(
            7006,
            ErrorCategory.CONFIG,
            "F0000",
            "{} would stand in the registry as plain text",
            "Write a placeholder, which is stored as such, or give mode.secretKey to encrypt what is stored"),
    REGISTRY_CONTENT_UNREADABLE(
            7007,
            ErrorCategory.CONFIG,
            "F0000",
            "{} cannot be read: {}",
            "Give all instances one mode.secretKey, and let nobody else write there"),
    CONFIGURATION_WITHOUT_DOCUMENT(
            7008,
            ErrorCategory.USER,
            "HYC00",
            "A configuration that was built in Java cannot be written into the registry",
            "Read it from YAML"),
    NOT_GOVERNED(
            7009,
            ErrorCategory.USER,
            "55000",
            "The data source has no registry, and {} needs one",
            "Configure mode with a repository; see docs/governance.md"),
    CHANGE_NOT_TAKEN(
            7010,
            ErrorCategory.BACKEND,
            "40000",
            "Version {} of the configuration was not taken by {}; {}",
            "Correct the configuration or that instance, and make the change again"),
    DATA_SOURCE_DISABLED(
            7011,
            ErrorCategory.BACKEND,
            "53000",
            "Data source {} is disabled for all instances",
            "Enable it with ShardingDataSource.governance().enable"),
    CIRCUIT_BROKEN(
            7012,
            ErrorCategory.BACKEND,
            "53000",
            "No statement is sent to data source {}: the circuit is broken for all instances",
            "Close it with ShardingDataSource.governance().closeCircuit"),
    INSTANCE_OUT_OF_TOUCH(
            7013,
            ErrorCategory.BACKEND,
            "53000",
            "No statement is sent to a data source: this instance is out of touch with the registry {}, and others may have"
                    + " changed the configuration since ({})",
            "Repeat it when the registry answers, or let mode.whenAway be go-on where answers by a former configuration do no harm"),
    CONFIGURATION_CHANGED_MEANWHILE(
            7014,
            ErrorCategory.BACKEND,
            "40001",
            "While {} ran, this instance was out of touch with the registry, and the configuration may have been changed: {}",
            "Repeat it"),
    WRITE_OUT_OF_TOUCH(
            7015,
            ErrorCategory.BACKEND,
            "08007",
            "{} was executed, but this instance was out of touch with the registry meanwhile: it may have written where the"
                    + " rows of its table are no more",
            "Look whether it is there before you repeat it, and let the command check find rows on wrong data nodes"),
    VERSION_IN_USE(
            7016,
            ErrorCategory.BACKEND,
            "55006",
            "After {} ms {} statements, transactions or results still ran by the old configuration: {}",
            "Wait longer, end what takes so long, or hand over when less is running"),
    VERSION_LEFT(
            7017,
            ErrorCategory.BACKEND,
            "40001",
            "The configuration was replaced before the statement began: nothing was executed",
            "Execute it again; most statements do so by themselves. What is not repeated is a statement with a stream"
                    + " as parameter, prepareCall and Connection.unwrap; and no statement waits for longer than five"
                    + " minutes until the next configuration is there"),
    HANDOVER_UNDECIDED(
            7018,
            ErrorCategory.BACKEND,
            "55006",
            "The handover to the next configuration is not decided: {}",
            "Whoever knows whether what was to be done between the two configurations is done calls"
                    + " Governance.openHandover or Governance.withdrawHandover; a job that moves rows does so when it is"
                    + " started by ScalingJob.of(dataSource, name).start() or by reshard start --name of the command line,"
                    + " and not by a statement. Nothing of the statement was done"),

    // ---- 8xxx Scaling

    SCALING_IMPOSSIBLE(
            8001,
            ErrorCategory.CONFIG,
            "HYC00",
            "The rows cannot be moved: {}",
            "Mend that and begin again; nothing was changed"),
    SCALING_WRONG_PHASE(
            8002,
            ErrorCategory.USER,
            "55000",
            "Job {} is {}, and {} is not possible then",
            "Ask it for its progress: it says what has to come before"),
    SCALING_FAILED(
            8003,
            ErrorCategory.BACKEND,
            "58000",
            "Job {} stopped: {}",
            "Mend the cause and start the job again; it goes on where it was"),
    SCALING_ROW_WITHOUT_NODE(
            8004,
            ErrorCategory.USER,
            "23514",
            "The row with the key {} of {} has no place: the next rules {} where it belongs",
            "Correct the row or the rules, and start the job again"),
    SCALING_ROWS_DIFFER(
            8005,
            ErrorCategory.BACKEND,
            "58000",
            "Job {} found {} rows that differ at their new places, such as those with the keys {}",
            "Cancel the job and begin again, and report this: it should never be"),
    SCALING_SWITCH_WITHDRAWN(
            8006,
            ErrorCategory.BACKEND,
            "40001",
            "Job {} did not switch within {} ms, and the layout of before goes on: {}",
            "Try again when fewer long transactions run"),
    SCALING_DRIVEN_ELSEWHERE(
            8007,
            ErrorCategory.USER,
            "55006",
            "Job {} is driven by {}",
            "Ask there, or let it STOP there; a process that stands still has to end before another one goes on"),
    SCALING_UNKNOWN(
            8008,
            ErrorCategory.USER,
            "42704",
            "There is no job {}",
            "SHOW MIGRATION LIST tells which there are; one that is completed or cancelled is gone"),
    SCALING_FAR_BEHIND(
            8009,
            ErrorCategory.BACKEND,
            "55000",
            "Job {} is not switched, and nothing has changed: what is committed is written {} ms later, and is to be within {} ms",
            "Try again while fewer rows are written, or let statements wait for longer"),

    // ---- 9xxx Defects of this library

    INTERNAL(9001, ErrorCategory.BUG, "XX000", "Defect in sharding-jdbc: {}", "Please report it with the statement");

    private final int number;
    private final ErrorCategory category;
    private final String sqlState;
    private final String message;
    private final String remedy;

    ErrorCode(int number, ErrorCategory category, String sqlState, String message, String remedy) {
        this.number = number;
        this.category = category;
        this.sqlState = sqlState;
        this.message = message;
        this.remedy = remedy;
    }

    /** The stable id, such as {@code SHD-1001}. */
    public String id() {
        return "SHD-" + number;
    }

    /** The vendor code that the SQLException carries. */
    public int number() {
        return number;
    }

    /** Whose turn it is to act. */
    public ErrorCategory category() {
        return category;
    }

    /** Five characters, never null. */
    public String sqlState() {
        return sqlState;
    }

    /** What happened; each {@code {}} takes one argument of the exception, in order. */
    public String message() {
        return message;
    }

    /** What to do about it; takes no arguments. */
    public String remedy() {
        return remedy;
    }
}
