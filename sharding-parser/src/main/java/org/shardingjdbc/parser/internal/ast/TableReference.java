package org.shardingjdbc.parser.internal.ast;

/** What may stand in FROM. */
public sealed interface TableReference extends Node
        permits NamedTable, DerivedTable, FunctionTable, JoinedTable, DeltaTable {
    /** Calls the method of {@code visitor} for this kind. */
    void accept(TableVisitor visitor);
}
