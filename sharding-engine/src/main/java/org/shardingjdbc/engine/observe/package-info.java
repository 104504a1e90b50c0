/**
 * What can be seen of a sharding data source while it works: its {@link org.shardingjdbc.engine.observe.Statistics},
 * and its statements by a {@link org.shardingjdbc.engine.observe.StatementObserver}. Made for monitoring; the jar
 * sharding-micrometer makes meters and spans of it. It is a package of the engine, whose sessions fill its records and
 * call its observers; applications reach it by their data source.
 */
@NullMarked
package org.shardingjdbc.engine.observe;

import org.jspecify.annotations.NullMarked;
