/**
 * The words that statements begin with. A statement enters; whether it is DistSQL leaves, and why where it is known and
 * refused. Begin with {@link org.shardingjdbc.distsql.internal.words.FirstWords}; called before anything is parsed.
 */
package org.shardingjdbc.distsql.internal.words;
