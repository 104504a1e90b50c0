/**
 * SQL text enters, a dialect-neutral syntax tree leaves. {@link org.shardingjdbc.parser.internal.SqlParser} is the
 * entry; the binder and the planner call it once per SQL text. {@link org.shardingjdbc.parser.internal.SqlLexer} cuts
 * the text into tokens, {@link org.shardingjdbc.parser.internal.TokenReader} settles what one token alone cannot tell,
 * the generated parser groups them, and the builders make the records of {@link org.shardingjdbc.parser.internal.ast}.
 */
package org.shardingjdbc.parser.internal;
