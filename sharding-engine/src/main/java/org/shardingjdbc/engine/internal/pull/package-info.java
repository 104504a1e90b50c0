/**
 * Rows that are pulled from shards into temporary tables: what they are in memory, and how their values travel from one
 * database to another unchanged.
 */
package org.shardingjdbc.engine.internal.pull;
