package org.shardingjdbc.parser.internal.ast;

/** Where the rows of an INSERT come from. */
public sealed interface InsertSource extends Node permits ValuesSource, QuerySource, SetSource, DefaultRow {
    /** Calls the method of {@code visitor} for this kind. */
    void accept(SourceVisitor visitor);
}
