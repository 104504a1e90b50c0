/**
 * A sharding data source while it runs. Configurations enter, one after another, as the application, a statement or the
 * registry wants it; what is deployed now leaves, and what it does is told. Begin with
 * {@link org.shardingjdbc.jdbc.internal.running.RunningDataSource}, which opens and closes it all; the DataSource that
 * applications have hands on to it.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.running;

import org.jspecify.annotations.NullMarked;
