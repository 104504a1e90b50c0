/**
 * SQL text enters, its tokens leave. {@link org.shardingjdbc.parser.internal.token.SqlLexer} cuts the text, which what
 * asks for words alone uses by itself ({@link org.shardingjdbc.parser.internal.token.Tokens}, the layout, the command
 * line); {@link org.shardingjdbc.parser.internal.token.TokenReader} settles for the parser what one token alone cannot
 * tell, by the words of a dialect ({@link org.shardingjdbc.parser.internal.token.Vocabularies}).
 */
package org.shardingjdbc.parser.internal.token;
