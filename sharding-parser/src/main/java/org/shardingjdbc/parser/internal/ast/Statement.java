package org.shardingjdbc.parser.internal.ast;

import org.shardingjdbc.parser.internal.ast.SetStatement.StatementWithSettings;
import org.shardingjdbc.parser.internal.ast.SetStatement.UseStatement;

/** One SQL statement. */
public sealed interface Statement extends Node
        permits QueryStatement,
                InsertStatement,
                UpdateStatement,
                DeleteStatement,
                MergeStatement,
                DdlStatement,
                TransactionStatement,
                SetStatement,
                StatementWithSettings,
                ShowStatement,
                UseStatement,
                ExplainStatement,
                OtherStatement,
                UnparsedStatement {
    /** Calls the method of {@code visitor} for this kind. */
    void accept(StatementVisitor visitor);

    /** A method for each kind of a statement, so that who asks for all kinds is told by the compiler of a new one. */
    interface StatementVisitor {
        void visit(QueryStatement queryStatement);

        void visit(InsertStatement insertStatement);

        void visit(UpdateStatement updateStatement);

        void visit(DeleteStatement deleteStatement);

        void visit(MergeStatement mergeStatement);

        void visit(DdlStatement ddlStatement);

        void visit(TransactionStatement transactionStatement);

        void visit(SetStatement setStatement);

        void visit(StatementWithSettings statementWithSettings);

        void visit(ShowStatement showStatement);

        void visit(UseStatement useStatement);

        void visit(ExplainStatement explainStatement);

        void visit(OtherStatement otherStatement);

        void visit(UnparsedStatement unparsedStatement);
    }
}
