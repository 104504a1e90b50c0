package org.shardingjdbc.dialect.internal.structure;

import java.util.function.UnaryOperator;

/**
 * How a database keeps and quotes names.
 *
 * @param quotesKeepCase whether quotes keep a name from being folded
 * @param folded a name without quotes, as it is kept
 * @param quoted a name between quotes
 */
public record NameForms(boolean quotesKeepCase, UnaryOperator<String> folded, UnaryOperator<String> quoted) {}
