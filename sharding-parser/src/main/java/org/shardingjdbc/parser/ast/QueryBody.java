package org.shardingjdbc.parser.ast;

/** What makes the rows of a query. */
public sealed interface QueryBody extends Node permits Select, SetOperation, ValuesBody, TableBody, NestedQuery {}
