/**
 * From trees to SQL: a tree of the parser enters, or one that was made, and the text leaves that gives the same tree
 * when it is parsed.
 */
package org.shardingjdbc.parser.internal.print;
