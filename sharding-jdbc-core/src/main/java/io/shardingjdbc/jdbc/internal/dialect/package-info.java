/**
 * What the databases and their drivers do differently, as facts:
 * {@link io.shardingjdbc.jdbc.internal.dialect.DatabaseDialect}.
 */
package io.shardingjdbc.jdbc.internal.dialect;
