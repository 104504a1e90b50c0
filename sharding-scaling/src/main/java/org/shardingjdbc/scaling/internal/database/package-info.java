/**
 * What a job asks of a kind of database: how a table is defined, how its rows are read in chunks and written, and what
 * changes in it meanwhile, by the database's own log. Begin with
 * {@link org.shardingjdbc.scaling.internal.database.ScalingDatabase}; called by the packages that copy, follow and
 * compare, implemented by a package for each kind of database.
 */
@NullMarked
package org.shardingjdbc.scaling.internal.database;

import org.jspecify.annotations.NullMarked;
