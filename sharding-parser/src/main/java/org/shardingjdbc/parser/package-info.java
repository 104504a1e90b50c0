/**
 * SQL text enters, a dialect-neutral syntax tree leaves. {@link org.shardingjdbc.parser.SqlParser} is the entry; the
 * binder and the planner call it once per SQL text.
 */
package org.shardingjdbc.parser;
