/** What the makers of SQL hand to each other: expressions, sources, what is visible and what is asked for. */
package org.shardingjdbc.testkit.oracle.internal.draft;
