package org.shardingjdbc.parser.internal.ast;

/** A method for each kind of an expression, so that who asks for all kinds is told by the compiler of a new one. */
public interface ExpressionVisitor {
    void visit(Literal literal);

    void visit(Parameter parameter);

    void visit(ColumnReference columnReference);

    void visit(SessionVariable sessionVariable);

    void visit(DefaultValue defaultValue);

    void visit(Operation operation);

    void visit(Comparison comparison);

    void visit(Logical logical);

    void visit(Not not);

    void visit(InList inList);

    void visit(InQuery inQuery);

    void visit(Between between);

    void visit(Like like);

    void visit(IsTest isTest);

    void visit(Exists exists);

    void visit(ScalarQuery scalarQuery);

    void visit(Quantified quantified);

    void visit(FunctionCall functionCall);

    void visit(CaseExpression caseExpression);

    void visit(Cast cast);

    void visit(RowExpression rowExpression);
}
