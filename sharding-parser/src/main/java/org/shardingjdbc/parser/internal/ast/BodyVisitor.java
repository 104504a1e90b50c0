package org.shardingjdbc.parser.internal.ast;

/** A method for each kind of a query body, so that who asks for all kinds is told by the compiler of a new one. */
public interface BodyVisitor {
    void visit(Select select);

    void visit(SetOperation setOperation);

    void visit(ValuesBody valuesBody);

    void visit(TableBody tableBody);

    void visit(NestedQuery nestedQuery);
}
