/** JMH benchmarks: raw JDBC, this library and Apache ShardingSphere-JDBC on the same data, side by side in one run. */
package org.shardingjdbc.benchmarks;
