/**
 * From trees to SQL: a tree of the parser enters {@link org.shardingjdbc.parser.internal.print.SqlPrinter}, or one that
 * was made, and the text leaves that gives the same tree when it is parsed. Planners call it for the statements that
 * they make.
 *
 * <p>Text is made from what the tree says, never from the text that it was read from; the dialect is asked for the few
 * things that differ, such as quotes and the form of LIMIT. What a tree keeps as words (types, index hints,
 * definitions, SET, SHOW) is printed as it was written.
 */
package org.shardingjdbc.parser.internal.print;
