/**
 * Reading a whole actual table in chunks by its primary key. A connection and the table's name enter, rows leave, and
 * between chunks who reads may write them, rest, keep the position for a later run, or stop. Begin with
 * {@link org.shardingjdbc.dialect.walk.TableWalk}; called by the backfill of encryption and by checks of rows.
 */
@NullMarked
package org.shardingjdbc.dialect.walk;

import org.jspecify.annotations.NullMarked;
