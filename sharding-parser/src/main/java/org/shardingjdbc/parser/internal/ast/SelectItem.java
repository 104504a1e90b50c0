package org.shardingjdbc.parser.internal.ast;

/** One element of a select list. */
public sealed interface SelectItem extends Node permits ExpressionItem, StarItem {}
