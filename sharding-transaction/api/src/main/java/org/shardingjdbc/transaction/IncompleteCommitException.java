package org.shardingjdbc.transaction;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * A commit reached some data sources and not others, or it is not known how far it came. Names them, so that the data
 * can be repaired; the cause is the first failure.
 */
public final class IncompleteCommitException extends SQLException {
    private static final long serialVersionUID = 1L;

    private final List<String> committed;
    private final List<String> rolledBack;
    private final List<String> unknown;

    /**
     * Lists hold names of data sources, in the order in which they were tried; together they are all branches.
     *
     * @param cause the first failure
     */
    public IncompleteCommitException(
            List<String> committed, List<String> rolledBack, List<String> unknown, SQLException cause) {
        super(
                new ShardingException(
                                ErrorCode.COMMIT_INCOMPLETE,
                                list(committed),
                                list(rolledBack),
                                list(unknown),
                                Objects.requireNonNullElse(
                                        cause.getMessage(), cause.getClass().getName()))
                        .getMessage(),
                ErrorCode.COMMIT_INCOMPLETE.sqlState(),
                ErrorCode.COMMIT_INCOMPLETE.number(),
                cause);
        this.committed = List.copyOf(committed);
        this.rolledBack = List.copyOf(rolledBack);
        this.unknown = List.copyOf(unknown);
    }

    private static String list(List<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }

    /** Where the transaction's changes are durable. */
    public List<String> committed() {
        return committed;
    }

    /** Where nothing of the transaction is left. */
    public List<String> rolledBack() {
        return rolledBack;
    }

    /** Where the connection was lost while committing: either may have happened. */
    public List<String> unknown() {
        return unknown;
    }
}
