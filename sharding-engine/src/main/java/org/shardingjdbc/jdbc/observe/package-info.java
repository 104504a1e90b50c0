/**
 * What can be seen of a sharding data source while it works: its {@link org.shardingjdbc.jdbc.observe.Statistics}, and
 * its statements by a {@link org.shardingjdbc.jdbc.observe.StatementObserver}. Made for monitoring; the jar
 * sharding-micrometer makes meters and spans of it. It is in the jar of the engine, whose sessions fill and call it for
 * each face; applications reach it by their data source, hence its name.
 */
@NullMarked
package org.shardingjdbc.jdbc.observe;

import org.jspecify.annotations.NullMarked;
