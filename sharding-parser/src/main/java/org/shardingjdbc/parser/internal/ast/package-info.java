/**
 * The syntax tree: records and sealed interfaces, the same for every dialect. A node that was read carries the
 * {@link org.shardingjdbc.parser.internal.ast.Span} of its text, so that what is passed on stays as it was written; one
 * that is made has none, and is printed.
 *
 * <p>A kind of which there are several stands in one file with all that it can be:
 * {@link org.shardingjdbc.parser.internal.ast.Expression}, {@link org.shardingjdbc.parser.internal.ast.QueryBody},
 * {@link org.shardingjdbc.parser.internal.ast.TableReference},
 * {@link org.shardingjdbc.parser.internal.ast.InsertSource}, {@link org.shardingjdbc.parser.internal.ast.SelectItem}.
 * Of a {@link org.shardingjdbc.parser.internal.ast.Statement} each kind has a file of its own, with the parts that it
 * alone has; what sets something of a session stands with {@link org.shardingjdbc.parser.internal.ast.SetStatement}.
 */
package org.shardingjdbc.parser.internal.ast;
