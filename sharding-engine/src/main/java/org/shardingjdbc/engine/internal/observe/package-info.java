/**
 * Counts what a sharding data source does, and tells observers of its statements. Sessions and statements call it; what
 * it counted leaves as {@link org.shardingjdbc.engine.observe.Statistics}.
 */
package org.shardingjdbc.engine.internal.observe;
