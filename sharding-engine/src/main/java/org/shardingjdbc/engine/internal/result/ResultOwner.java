package org.shardingjdbc.engine.internal.result;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/** Who made a result set and cleans up after it. */
public interface ResultOwner {
    /** Owner of result sets that hold nothing and belong to no statement. */
    ResultOwner NONE = new ResultOwner() {
        @Override
        public @Nullable Statement statement() {
            return null;
        }

        @Override
        public void closed(ResultSet result) {
            // Nothing to give back.
        }
    };

    /** The logical statement, or null. */
    @Nullable
    Statement statement();

    /** Whether the client may go about in rows as it likes. */
    default boolean scrolls() {
        return false;
    }

    /**
     * The result set was closed by the application. Called at most once for each, after it has begun to answer that it
     * is closed; the owner closes the shards' result sets and gives back what they hold.
     */
    void closed(ResultSet result) throws SQLException;

    /**
     * What the application is told when something else than an SQLException was thrown under its eyes. What it came
     * from is not read on: the owner lets nobody use the connections again.
     *
     * @param error a RuntimeException; an Error is thrown as it is
     */
    default SQLException unexpected(Throwable error) {
        return SqlErrors.unexpected(withoutErrors(error));
    }

    /** The RuntimeException; an Error is thrown. */
    static RuntimeException withoutErrors(Throwable error) {
        if (error instanceof Error thrown) {
            throw thrown;
        }
        return (RuntimeException) error;
    }
}
