/**
 * What a test of sharded SQL needs and what a user's own tests may use: real databases that a test starts by itself
 * ({@link io.shardingjdbc.testkit.TestServer}), a JDBC wrapper that fails on demand and counts what is left open
 * ({@link io.shardingjdbc.testkit.JdbcProbe}), and the comparison of a sharded DataSource with one plain database
 * ({@link io.shardingjdbc.testkit.PlainAndSharded}, {@link io.shardingjdbc.testkit.CaseFile}). Knows nothing but JDBC.
 */
package io.shardingjdbc.testkit;
