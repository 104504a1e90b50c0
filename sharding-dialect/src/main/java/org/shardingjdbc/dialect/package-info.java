/**
 * What the engine asks of a database: {@link org.shardingjdbc.dialect.Dialect} and its facets, whose default answers
 * are standard SQL's. Each database answers in a folder of its own, which {@link org.shardingjdbc.dialect.Dialects}
 * finds by its service entry.
 */
package org.shardingjdbc.dialect;
