package org.shardingjdbc.plan.internal.syntax;

import java.util.List;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.parser.internal.ast.DdlKind;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.FunctionCall;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.OtherKind;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Select;
import org.shardingjdbc.parser.internal.ast.SetOperation;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;

/** What a statement's kind says of its results. */
public final class StatementFacts {
    private StatementFacts() {}

    public static StatementClass classOf(Statement statement) {
        if (statement instanceof QueryStatement query) {
            return classOf(query);
        }
        if (isWrite(statement)) {
            return StatementClass.WRITE;
        }
        if (statement instanceof DdlStatement ddl) {
            return ddl.kind() == DdlKind.MAINTAIN ? StatementClass.UTILITY : StatementClass.DEFINITION;
        }
        if (statement instanceof UnparsedStatement unparsed && unparsed.definition() != null) {
            return StatementClass.DEFINITION;
        }
        if (statement instanceof ExplainStatement explain) {
            return explain.analyze() ? classOf(explain.statement()) : StatementClass.READ;
        }
        return lasts(statement) ? StatementClass.SESSION_STATE : StatementClass.UTILITY;
    }

    private static boolean lasts(Statement statement) {
        return statement instanceof OtherStatement other && other.kind() == OtherKind.LISTEN
                || Tree.any(statement, node -> node instanceof FunctionCall call && Functions.isSessionLock(call));
    }

    private static boolean isWrite(Statement statement) {
        return statement instanceof InsertStatement
                || statement instanceof UpdateStatement
                || statement instanceof DeleteStatement
                || statement instanceof MergeStatement;
    }

    private static StatementClass classOf(QueryStatement statement) {
        if (selectsInto(statement) || Tree.any(statement, node -> isWrite(Nodes.nested(node)))) {
            return StatementClass.WRITE;
        }
        if (lasts(statement)) {
            return StatementClass.SESSION_STATE;
        }
        List<Query> queries = Tree.all(statement, Query.class);
        boolean locks = queries.stream().anyMatch(query -> !query.locking().isEmpty())
                || Tree.any(statement, node -> node instanceof FunctionCall call && Functions.isTransactionLock(call));
        return locks ? StatementClass.LOCKING_READ : StatementClass.READ;
    }

    private static boolean selectsInto(QueryStatement statement) {
        return Tree.all(statement, Select.class).stream().anyMatch(select -> select.into() != null);
    }

    /** H2 does not convert what the branches of a UNION ALL give to the types of its columns when it streams them. */
    public static boolean heldRows(Statement statement, Dialect dialect) {
        return dialect.queries().branchesKeepTypes() && Tree.any(statement, SetOperation.class::isInstance);
    }

    public static boolean returnsRows(Statement statement, Dialect dialect) {
        if (statement instanceof QueryStatement query) {
            return !selectsInto(query);
        }
        if (statement instanceof InsertStatement insert) {
            return insert.returning() != null;
        }
        if (statement instanceof UpdateStatement update) {
            return update.returning() != null;
        }
        if (statement instanceof DeleteStatement delete) {
            return delete.returning() != null;
        }
        if (statement instanceof MergeStatement merge) {
            return merge.returning() != null;
        }
        if (statement instanceof DdlStatement ddl) {
            return ddl.kind() == DdlKind.MAINTAIN && dialect.queries().maintenanceReturnsRows();
        }
        if (statement instanceof OtherStatement other) {
            return other.kind() == OtherKind.CALL && dialect.queries().callsReturnRows();
        }
        if (statement instanceof UnparsedStatement unparsed) {
            return unparsed.query();
        }
        return statement instanceof ExplainStatement;
    }
}
