/**
 * Throughput of transactions over two data sources: by hand, by this library and by Apache ShardingSphere-JDBC, of each
 * type. {@link org.shardingjdbc.benchmarks.transaction.TransactionBenchmarks} is the program.
 */
package org.shardingjdbc.benchmarks.transaction;
