package org.shardingjdbc.parser.internal.ast;

/** A method for each kind of a table, so that who asks for all kinds is told by the compiler of a new one. */
public interface TableVisitor {
    void visit(NamedTable namedTable);

    void visit(DerivedTable derivedTable);

    void visit(FunctionTable functionTable);

    void visit(JoinedTable joinedTable);

    void visit(DeltaTable deltaTable);
}
