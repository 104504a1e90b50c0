/**
 * The syntax tree: records and sealed interfaces, the same for every dialect. A node that was read carries the
 * {@link org.shardingjdbc.parser.internal.ast.Span} of its text, so that what is passed on stays as it was written; one
 * that is made has none, and is printed.
 */
package org.shardingjdbc.parser.internal.ast;
