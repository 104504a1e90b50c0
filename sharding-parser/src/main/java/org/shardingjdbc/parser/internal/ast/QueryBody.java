package org.shardingjdbc.parser.internal.ast;

/** What makes the rows of a query. */
public sealed interface QueryBody extends Node permits Select, SetOperation, ValuesBody, TableBody, NestedQuery {
    /** Calls the method of {@code visitor} for this kind. */
    void accept(BodyVisitor visitor);
}
