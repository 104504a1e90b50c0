/**
 * Pools, connections and fan-out: work for data nodes enters, executed statements leave. It knows connections and
 * threads, and nothing of transactions; {@code internal.session} calls it.
 */
package org.shardingjdbc.engine.internal.execute;
