/**
 * What ANTLR generates of {@code SqlGrammar.g4}: tokens enter, the groups of its rules leave. Begin with
 * {@link org.shardingjdbc.parser.internal.grammar.SqlGrammar}, whose constants are the kinds of tokens.
 */
package org.shardingjdbc.parser.internal.grammar;
