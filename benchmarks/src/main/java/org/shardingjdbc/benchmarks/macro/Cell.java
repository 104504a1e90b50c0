package org.shardingjdbc.benchmarks.macro;

/**
 * One measurement.
 *
 * @param round from 1
 */
record Cell(String database, Workload workload, int threads, Contenders.Name contender, int round, Figures figures) {}
