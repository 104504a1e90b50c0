package org.shardingjdbc.engine.internal.run;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Describes where a failed definition statement took effect. Stateless. */
public final class DefinitionOutcome {
    private static final int SQL_LENGTH = 80;

    private DefinitionOutcome() {}

    /**
     * Makes an error with the outcome of each task, the SQLState and the vendor code of {@code error}, and
     * {@code error} as its cause. Returns {@code error} itself when no task was completed.
     */
    public static SQLException describe(ShardWork work, ExecutionGroup[] groups, SQLException error) {
        List<String> completed = new ArrayList<>();
        List<String> failed = new ArrayList<>();
        List<String> notTried = new ArrayList<>();
        for (ExecutionGroup group : groups) {
            for (int i = 0; i < group.taskCount(); i++) {
                String task = group.connection().dataSourceName() + " [" + shorten(work.sql(group.task(i))) + "]";
                switch (group.outcome(i)) {
                    case COMPLETED -> completed.add(task);
                    case FAILED -> failed.add(task);
                    case NOT_TRIED -> notTried.add(task);
                }
            }
        }
        if (completed.isEmpty()) {
            return error;
        }
        String message = new ShardingException(
                        ErrorCode.DEFINITION_INCOMPLETE,
                        list(completed),
                        list(failed),
                        list(notTried),
                        error.getMessage())
                .getMessage();
        return new SQLException(message, error.getSQLState(), error.getErrorCode(), error);
    }

    private static String shorten(String sql) {
        return sql.length() <= SQL_LENGTH ? sql : sql.substring(0, SQL_LENGTH) + "...";
    }

    private static String list(List<String> tasks) {
        return tasks.isEmpty() ? "none" : String.join(", ", tasks);
    }
}
