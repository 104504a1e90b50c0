package org.shardingjdbc.parser.internal.ast;

/**
 * A method for each kind of an element of a select list, so that who asks for all kinds is told by the compiler of a
 * new one.
 */
public interface ItemVisitor {
    void visit(ExpressionItem expressionItem);

    void visit(StarItem starItem);
}
