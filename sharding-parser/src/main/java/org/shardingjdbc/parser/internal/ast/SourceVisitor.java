package org.shardingjdbc.parser.internal.ast;

/**
 * A method for each kind of the source of an INSERT, so that who asks for all kinds is told by the compiler of a new
 * one.
 */
public interface SourceVisitor {
    void visit(ValuesSource valuesSource);

    void visit(QuerySource querySource);

    void visit(SetSource setSource);

    void visit(DefaultRow defaultRow);
}
