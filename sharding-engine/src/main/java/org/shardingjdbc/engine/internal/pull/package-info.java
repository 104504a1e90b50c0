/**
 * Rows that are pulled from shards into temporary tables: {@link org.shardingjdbc.engine.internal.pull.PulledRows} is
 * what they are in memory, bounded, and how their values travel from one database to another unchanged. Steps of an
 * execution fill and write them.
 */
package org.shardingjdbc.engine.internal.pull;
