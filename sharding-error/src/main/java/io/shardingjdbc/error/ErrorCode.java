package io.shardingjdbc.error;

/**
 * Every error that this library raises by itself, with its stable id, SQLState, message and remedy. Messages and remedies
 * are {@link java.text.MessageFormat}-free templates: each {@code {}} takes the next argument. {@code docs/error-codes.md}
 * is generated from this enum.
 *
 * <p>Ids: 1xxx SQL text and parameters, 2xxx refused constructs, 3xxx configuration, 4xxx routing, 5xxx execution,
 * 6xxx transactions, 9xxx defects.
 */
public enum ErrorCode {
    SYNTAX_ERROR(
            1001,
            ErrorCategory.USER,
            "42601",
            "Syntax error at line {}:{}: found {}, expected {}",
            "Correct the statement at that place"),
    UNKNOWN_STATEMENT_ON_RULED_TABLE(
            1002,
            ErrorCategory.UNSUPPORTED,
            "0A000",
            "The statement is not understood at line {}:{} (found {}), and it mentions the {} table {}",
            "Write it in a form listed in docs/sql-support.md, or run it on the data source directly"),
    STATEMENT_TOO_COMPLEX(
            1003,
            ErrorCategory.USER,
            "54001",
            "The statement nests too deeply to be parsed",
            "Flatten the nesting, or bind the values as parameters"),
    HINT_INVALID(
            1101,
            ErrorCategory.USER,
            "42601",
            "The hint cannot be used: {}",
            "See the hints in docs/configuration.md"),
    HINT_SCOPE_MISUSED(
            1102,
            ErrorCategory.USER,
            "55000",
            "A hint scope was used wrongly: {}",
            "Open each ShardingHint in a try-with-resources of the thread that runs the statements"),
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
    NO_SUCH_WRAPPED_TYPE(
            1209, ErrorCategory.USER, "22023", "{} does not wrap {}", "Ask isWrapperFor before"),
    STREAM_UNREADABLE(
            1210,
            ErrorCategory.USER,
            "22000",
            "The stream of parameter {} cannot be read",
            "See the cause; a stream can be read once, so set it again before the statement is executed again"),
    JDBC_FEATURE_REFUSED(
            2901,
            ErrorCategory.UNSUPPORTED,
            "HYC00",
            "{} is not supported: {}",
            "docs/sql-support.md lists what is"),
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
    RANGE_NOT_ROUTABLE(
            4001,
            ErrorCategory.UNSUPPORTED,
            "0A000",
            "Sharding algorithm {} of logic table {} does not say where a range of {} lies",
            "Set its property allow-range-query-with-inline-sharding to true to read all targets, or give values with = or IN"),
    SHARDING_TARGET_UNKNOWN(
            4002,
            ErrorCategory.USER,
            "22000",
            "Sharding algorithm {} of logic table {} chose a target that is not configured for a value of class {}; configured are {}",
            "Correct the value, the algorithm or the data nodes"),
    SHARDING_VALUE_REFUSED(
            4003,
            ErrorCategory.USER,
            "22000",
            "Sharding algorithm {} of logic table {} cannot place a value of class {}: {}",
            "Correct the value or the algorithm"),
    SHARDING_ALGORITHM_FAILED(
            4004,
            ErrorCategory.CONFIG,
            "38000",
            "Sharding algorithm {} of logic table {} failed with {}",
            "See the cause"),
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
            "No worker id can be leased for the key generator: {}",
            "Configure the property worker-id, different in each process, or see docs/configuration.md on worker ids"),
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
