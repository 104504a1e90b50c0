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
