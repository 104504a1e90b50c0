/**
 * What the engine asks of a database: {@link org.shardingjdbc.dialect.internal.Dialect} and its facets, whose default
 * answers are standard SQL's. Each database answers in a folder of its own, which
 * {@link org.shardingjdbc.dialect.internal.Dialects} finds by its service entry.
 */
package org.shardingjdbc.dialect.internal;
