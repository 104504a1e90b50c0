/**
 * What tests of sharded SQL need. Knows nothing but JDBC. It has two halves.
 *
 * <p>For users' own tests: real databases that a test starts by itself ({@link org.shardingjdbc.testkit.TestServer}),
 * the comparison of a sharded DataSource with one plain database ({@code compare}), the oracle over a schema of the
 * user's ({@code oracle}, with {@link org.shardingjdbc.testkit.oracle.Oracle} to begin with), and drivers that fail on
 * demand ({@code fault}).
 *
 * <p>For the tests of this library, published because its modules share them: the generators of random statements
 * behind the oracle ({@code oracle.internal}), databases of one test ({@code fixture}), planted faults
 * ({@code defect}), interleaved transactions ({@code isolation}), replicas ({@code replication}), and what was tried
 * with which frameworks ({@code framework}, {@code spring}).
 */
package org.shardingjdbc.testkit;
