package org.shardingjdbc.proxy.internal.postgresql;

import java.sql.SQLException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;

/**
 * Which statements may stand within COPY TO and DECLARE, by their trees: all else would be executed before it is seen
 * that it returns no rows, and past what the session looks at in statements of its own. Stateless.
 */
final class RowQueries {
    private static final String NOT_SUPPORTED = "0A000";
    private static final String SYNTAX = "42601";

    private RowQueries() {}

    /** @throws SQLException when its rows cannot be copied; it was not executed then */
    static void requireCopied(@Nullable Statement statement) throws SQLException {
        if (statement instanceof QueryStatement) {
            if (isInto(statement)) {
                throw new SQLException("COPY (SELECT INTO) is not supported", NOT_SUPPORTED);
            }
            return;
        }
        if (statement instanceof UnparsedStatement) {
            throw SqlErrors.refuse(
                    "COPY of a query that the parser does not know", "copy the rows of a view of that query");
        }
        if (!isChange(statement)) {
            throw new SQLException(
                    "syntax error: COPY (...) TO takes a query, or a change of rows with RETURNING", SYNTAX);
        }
        if (returning(statement) == null) {
            throw new SQLException("COPY query must have a RETURNING clause", NOT_SUPPORTED);
        }
    }

    /**
     * @param held whether the cursor stays when its transaction ends
     * @throws SQLException when there is no cursor over it; it was not executed then
     */
    static void requireCursor(@Nullable Statement statement, boolean held) throws SQLException {
        if (!(statement instanceof QueryStatement)) {
            throw SqlErrors.refuse("A cursor over what is no query", "execute it, and read what it returns");
        }
        if (isInto(statement)) {
            throw new SQLException("SELECT ... INTO is not allowed here", SYNTAX);
        }
        if (holds(statement, RowQueries::isChange)) {
            throw new SQLException("DECLARE CURSOR must not contain data-modifying statements in WITH", NOT_SUPPORTED);
        }
        if (held
                && holds(
                        statement,
                        each -> each instanceof Query query && !query.locking().isEmpty())) {
            throw new SQLException("DECLARE CURSOR WITH HOLD ... FOR UPDATE is not supported", NOT_SUPPORTED);
        }
    }

    private static boolean isInto(Statement statement) {
        return holds(statement, each -> each instanceof Select select && select.into() != null);
    }

    private static boolean isChange(@Nullable Node node) {
        return node instanceof InsertStatement
                || node instanceof UpdateStatement
                || node instanceof DeleteStatement
                || node instanceof MergeStatement;
    }

    private static @Nullable Returning returning(@Nullable Statement statement) {
        if (statement instanceof InsertStatement insert) {
            return insert.returning();
        }
        if (statement instanceof UpdateStatement update) {
            return update.returning();
        }
        if (statement instanceof DeleteStatement delete) {
            return delete.returning();
        }
        return statement instanceof MergeStatement merge ? merge.returning() : null;
    }

    private static boolean holds(Statement statement, Predicate<Node> wanted) {
        boolean[] found = new boolean[1];
        Nodes.forEach(statement, each -> found[0] |= wanted.test(each));
        return found[0];
    }
}
