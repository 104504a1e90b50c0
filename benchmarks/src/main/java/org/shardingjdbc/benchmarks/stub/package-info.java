/** A JDBC driver that answers at once, so that a benchmark measures what stands above it. */
package org.shardingjdbc.benchmarks.stub;
