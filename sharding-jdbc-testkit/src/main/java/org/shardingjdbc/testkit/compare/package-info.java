/**
 * The comparison of a sharded DataSource with one plain database
 * ({@link org.shardingjdbc.testkit.compare.PlainAndSharded}), and the files of statements that are compared
 * ({@link org.shardingjdbc.testkit.compare.CaseFile}).
 */
package org.shardingjdbc.testkit.compare;
