package org.shardingjdbc.parser.internal.ast;

/** One element of a select list. */
public sealed interface SelectItem extends Node permits ExpressionItem, StarItem {
    /** Calls the method of {@code visitor} for this kind. */
    void accept(ItemVisitor visitor);
}
