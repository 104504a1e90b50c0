/**
 * What a test of sharded SQL needs and what a user's own tests may use: real databases that a test starts by itself
 * ({@link org.shardingjdbc.testkit.TestServer}), beside it the comparison of a sharded DataSource with one plain
 * database, and drivers that fail on demand. Knows nothing but JDBC.
 */
package org.shardingjdbc.testkit;
