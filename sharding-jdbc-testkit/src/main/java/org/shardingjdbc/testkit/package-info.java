/**
 * What a test of sharded SQL needs and what a user's own tests may use: real databases that a test starts by itself
 * ({@link org.shardingjdbc.testkit.TestServer}), a JDBC wrapper that fails on demand and counts what is left open
 * ({@link org.shardingjdbc.testkit.JdbcProbe}), and the comparison of a sharded DataSource with one plain database
 * ({@link org.shardingjdbc.testkit.PlainAndSharded}, {@link org.shardingjdbc.testkit.CaseFile}). Knows nothing but
 * JDBC.
 */
package org.shardingjdbc.testkit;
