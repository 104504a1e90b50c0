/**
 * A tour of sharding: {@link io.shardingjdbc.examples.quickstart.Quickstart} runs SQL through a sharded DataSource on
 * an embedded database and prints what becomes of it. Uses the public API only.
 */
package io.shardingjdbc.examples.quickstart;
