/**
 * What the proxy costs: pgbench and sysbench through it, beside the plain server, PgBouncer and ShardingSphere-Proxy,
 * and the memory that it needs.
 */
package org.shardingjdbc.benchmarks.proxy;
