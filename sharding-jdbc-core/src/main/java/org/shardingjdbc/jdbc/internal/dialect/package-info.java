/**
 * What the databases and their drivers do differently, as facts:
 * {@link org.shardingjdbc.jdbc.internal.dialect.DatabaseDialect}.
 */
package org.shardingjdbc.jdbc.internal.dialect;
