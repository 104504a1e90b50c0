/**
 * A sharding data source while it runs: {@link org.shardingjdbc.jdbc.internal.running.RunningDataSource} opens what a
 * configuration says, lets one configuration follow another, because the application, a statement or the registry wants
 * it, tells what it does, and closes it all. The DataSource that applications have hands on to it.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.running;

import org.jspecify.annotations.NullMarked;
