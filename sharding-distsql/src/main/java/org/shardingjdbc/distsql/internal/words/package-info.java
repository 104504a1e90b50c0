/** The words that statements begin with: those of DistSQL, and those of it that are known and refused. */
package org.shardingjdbc.distsql.internal.words;
