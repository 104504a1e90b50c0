/**
 * SQL text enters, a dialect-neutral syntax tree leaves. {@link org.shardingjdbc.parser.internal.SqlParser} is the
 * entry; the binder and the planner call it once per SQL text.
 *
 * <p>{@link org.shardingjdbc.parser.internal.StatementReader} has the way of a text through the packages below: cut
 * into tokens ({@code token}), grouped by the generated parser ({@code grammar}), made into records ({@code build}) of
 * the tree ({@code ast}). A text that does not go this way is looked at here:
 * {@link org.shardingjdbc.parser.internal.FailedParse}.
 */
package org.shardingjdbc.parser.internal;
