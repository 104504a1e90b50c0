/**
 * Worker ids for key generators. A table that all processes of an application share enters, an id that nobody else has
 * leaves. Begin with {@link org.shardingjdbc.jdbc.internal.workerid.LeasedWorkerIds}, which the data source opens and
 * closes; key generators ask it.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.workerid;

import org.jspecify.annotations.NullMarked;
