/**
 * Interleaved transactions that show which anomalies a data source lets happen, in the manner of Martin Kleppmann's
 * Hermitage. A test hands in a data source with a table {@code t_account (id, balance)}; what happens comes out. Begin
 * with {@link org.shardingjdbc.testkit.isolation.IsolationProbe}.
 */
package org.shardingjdbc.testkit.isolation;
