/**
 * The registry in tables of a database. Reads and conditional writes of entries enter, entries and their changes leave;
 * the tables are looked at from time to time. Begin with
 * {@link org.shardingjdbc.governance.jdbc.internal.JdbcRepositories}, which is found by its service entry.
 */
@NullMarked
package org.shardingjdbc.governance.jdbc.internal;

import org.jspecify.annotations.NullMarked;
