package org.shardingjdbc.parser.internal.ast;

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
}
