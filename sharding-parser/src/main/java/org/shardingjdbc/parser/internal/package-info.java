/**
 * How text becomes a tree: {@link org.shardingjdbc.parser.internal.SqlLexer} cuts it into tokens,
 * {@link org.shardingjdbc.parser.internal.TokenReader} settles what one token alone cannot tell, the generated parser
 * groups them, and the builders make the records of {@link org.shardingjdbc.parser.ast}. Nothing here is for users.
 */
package org.shardingjdbc.parser.internal;
