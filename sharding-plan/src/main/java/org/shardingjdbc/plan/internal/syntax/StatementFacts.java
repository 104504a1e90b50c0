package org.shardingjdbc.plan.internal.syntax;

import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.Analysis;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.DdlKind;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.MergeStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement.OtherKind;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;

/** What a statement's kind says of its results. */
public final class StatementFacts {
    private StatementFacts() {}

    /**
     * What an execution means, of the kind of the statement and what is known of its tree: nothing is walked for it.
     */
    public static StatementClass classOf(ParsedSql parsed) {
        return classOf(parsed.statement(), parsed.analysis());
    }

    /** @param analysis of the whole, which is the statement or explains it */
    private static StatementClass classOf(Statement statement, Analysis analysis) {
        if (statement instanceof QueryStatement) {
            return classOfQuery(analysis);
        }
        if (Analysis.isWrite(statement)) {
            return StatementClass.WRITE;
        }
        if (statement instanceof DdlStatement ddl) {
            return ddl.kind() == DdlKind.MAINTAIN ? StatementClass.UTILITY : StatementClass.DEFINITION;
        }
        if (statement instanceof UnparsedStatement unparsed && unparsed.definition() != null) {
            return StatementClass.DEFINITION;
        }
        if (statement instanceof ExplainStatement explain) {
            return explain.analyze() ? classOf(explain.statement(), analysis) : StatementClass.READ;
        }
        if (statement instanceof OtherStatement other && other.kind() == OtherKind.CALL) {
            return analysis.locksSession() ? StatementClass.SESSION_STATE : StatementClass.CALL;
        }
        return lasts(statement, analysis) ? StatementClass.SESSION_STATE : StatementClass.UTILITY;
    }

    private static boolean lasts(Statement statement, Analysis analysis) {
        return statement instanceof OtherStatement other && other.kind() == OtherKind.LISTEN || analysis.locksSession();
    }

    private static StatementClass classOfQuery(Analysis analysis) {
        if (analysis.selectsInto() || analysis.writesWithin()) {
            return StatementClass.WRITE;
        }
        if (analysis.locksSession()) {
            return StatementClass.SESSION_STATE;
        }
        return analysis.locksRows() || analysis.locksTransaction() ? StatementClass.LOCKING_READ : StatementClass.READ;
    }

    /** H2 does not convert what the branches of a UNION ALL give to the types of its columns when it streams them. */
    public static boolean heldRows(ParsedSql parsed, Dialect dialect) {
        return dialect.queries().branchesKeepTypes() && parsed.analysis().has(SetOperation.class);
    }

    public static boolean returnsRows(ParsedSql parsed, Dialect dialect) {
        Statement statement = parsed.statement();
        if (statement instanceof QueryStatement) {
            return !parsed.analysis().selectsInto();
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
