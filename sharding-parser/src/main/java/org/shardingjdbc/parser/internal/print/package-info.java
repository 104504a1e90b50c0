/**
 * From trees to SQL: a tree of the parser enters {@link org.shardingjdbc.parser.internal.print.SqlPrinter}, or one that
 * was made, and the text leaves that gives the same tree when it is parsed. Planners call it for the statements that
 * they make.
 */
package org.shardingjdbc.parser.internal.print;
