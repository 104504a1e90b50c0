/**
 * Macro benchmarks: the OLTP scenarios of sysbench and TPC-C, over one plain database, this library and Apache
 * ShardingSphere-JDBC. {@link org.shardingjdbc.benchmarks.macro.MacroBenchmarks} is the program; it starts a server,
 * fills it, lets each contender run each workload in turn, and writes a report.
 */
package org.shardingjdbc.benchmarks.macro;
