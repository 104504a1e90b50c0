/**
 * A tour of sharding: {@link org.shardingjdbc.examples.quickstart.Quickstart} runs SQL through a sharded DataSource on
 * an embedded database and prints what becomes of it. Uses the public API only.
 */
package org.shardingjdbc.examples.quickstart;
