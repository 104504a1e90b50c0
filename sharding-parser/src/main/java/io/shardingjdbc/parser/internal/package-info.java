/**
 * How text becomes a tree: {@link io.shardingjdbc.parser.internal.SqlLexer} cuts it into tokens,
 * {@link io.shardingjdbc.parser.internal.TokenReader} settles what one token alone cannot tell, the generated parser
 * groups them, and the builders make the records of {@link io.shardingjdbc.parser.ast}. Nothing here is for users.
 */
package io.shardingjdbc.parser.internal;
