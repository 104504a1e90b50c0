/**
 * Worker ids for key generators: {@link org.shardingjdbc.jdbc.internal.worker.LeasedWorkerIds} leases them in a table
 * that all processes of an application share. The data source opens and closes it; key generators ask it.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.worker;

import org.jspecify.annotations.NullMarked;
