/**
 * SQL text enters, a dialect-neutral syntax tree leaves. {@link io.shardingjdbc.parser.SqlParser} is the entry; the
 * binder and the planner call it once per SQL text.
 */
package io.shardingjdbc.parser;
