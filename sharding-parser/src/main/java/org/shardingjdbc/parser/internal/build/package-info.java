/**
 * What the generated parser has grouped enters, records of {@link org.shardingjdbc.parser.internal.ast} leave. Begin
 * with {@link org.shardingjdbc.parser.internal.build.StatementBuilder}; each other builder has the rules of one part of
 * the grammar. {@link org.shardingjdbc.parser.internal.StatementReader} calls it.
 */
package org.shardingjdbc.parser.internal.build;
