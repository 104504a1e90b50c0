package org.shardingjdbc.parser.internal.ast;

/** A method for each kind of a statement, so that who asks for all kinds is told by the compiler of a new one. */
public interface StatementVisitor {
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
