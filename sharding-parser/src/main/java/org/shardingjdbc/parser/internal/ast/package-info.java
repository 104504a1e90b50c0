/**
 * The syntax tree: records and sealed interfaces, the same for every dialect. Each node carries the
 * {@link org.shardingjdbc.parser.internal.ast.Span} of the text it was read from, for rewriting edits the text and
 * never prints a tree.
 */
package org.shardingjdbc.parser.internal.ast;
