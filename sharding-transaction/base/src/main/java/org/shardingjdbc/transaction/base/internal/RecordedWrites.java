package org.shardingjdbc.transaction.base.internal;

import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.apache.seata.rm.datasource.sql.SQLVisitorFactory;
import org.apache.seata.sqlparser.SQLRecognizer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.InsertKind;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.transaction.TransactionErrors;

/**
 * Tells the writes of which Seata's record is right. Seata executes without a record what it does not know, and takes
 * some of what it does not understand for what it knows: the undo of an INSERT ... ON CONFLICT or INSERT IGNORE would
 * delete rows that were there before, that of a DELETE ... USING or of one with a join would miss some. So it gets rows
 * of VALUES into a table, and UPDATE and DELETE of one table by a condition on its own columns. One per data source;
 * safe for all threads.
 */
public final class RecordedWrites {
    private final SqlParser parser;
    private final String databaseType;

    /**
     * @param url of the database
     * @param databaseType as Seata calls it
     */
    RecordedWrites(String url, String databaseType) {
        parser = new SqlParser(Objects.requireNonNullElse(Dialects.ofUrl(url), Dialects.SQL92));
        this.databaseType = databaseType;
    }

    /** @throws SQLException when what the statement does could not be undone */
    void require(String sql) throws SQLException {
        String reason = reason(sql);
        if (reason != null) {
            throw TransactionErrors.of(ErrorCode.BASE_NOT_UNDOABLE, reason + ": " + sql);
        }
    }

    /** Why it could not be undone, or null. */
    private @Nullable String reason(String sql) {
        Statement statement;
        try {
            statement = parser.parse(sql).statement();
        } catch (ShardingException e) {
            return e.getMessage();
        }
        String ours = reason(statement);
        return ours == null ? reasonOfSeata(sql) : ours;
    }

    private static @Nullable String reason(Statement statement) {
        if (statement instanceof InsertStatement insert) {
            if (insert.kind() != InsertKind.INSERT || insert.upsert() != null) {
                return "it may change rows that are there";
            }
            return insert.source() instanceof ValuesSource && insert.with() == null && !asks(insert)
                    ? null
                    : "its rows come from a query";
        }
        if (statement instanceof UpdateStatement update) {
            boolean plain = update.with() == null
                    && update.from().isEmpty()
                    && update.orderBy() == null
                    && update.limit() == null
                    && !update.ignore()
                    && isOneTable(update.targets());
            return plain && !asks(update) ? null : "it reads more than the rows of its table";
        }
        if (statement instanceof DeleteStatement delete) {
            boolean plain = delete.with() == null
                    && delete.from().isEmpty()
                    && delete.orderBy() == null
                    && delete.limit() == null
                    && !delete.ignore()
                    && isOneTable(delete.targets());
            return plain && !asks(delete) ? null : "it reads more than the rows of its table";
        }
        return "it is no INSERT, UPDATE or DELETE";
    }

    private static boolean isOneTable(List<?> targets) {
        return targets.size() == 1 && targets.get(0) instanceof NamedTable;
    }

    private static boolean asks(Node node) {
        return node instanceof Query || node.children().stream().anyMatch(RecordedWrites::asks);
    }

    private @Nullable String reasonOfSeata(String sql) {
        try {
            List<SQLRecognizer> found = SQLVisitorFactory.get(sql, databaseType);
            return found != null && found.size() == 1 ? null : "Seata does not know it";
        } catch (RuntimeException e) {
            return "Seata says: " + e.getMessage();
        }
    }
}
