/**
 * A JDBC wrapper that fails on demand and counts what is left open ({@link org.shardingjdbc.testkit.fault.JdbcProbe}),
 * and a way to a server that a test can cut ({@link org.shardingjdbc.testkit.fault.TcpProxy}).
 */
package org.shardingjdbc.testkit.fault;
