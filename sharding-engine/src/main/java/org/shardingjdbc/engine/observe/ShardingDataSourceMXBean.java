package org.shardingjdbc.engine.observe;

import java.util.Map;

/**
 * A sharding data source as consoles of the platform's MBean server show it: {@link Statistics}, and its pools. Times
 * are milliseconds. Any thread may ask. Registered where the prop {@code jmx-enabled} says so, as
 * {@code org.shardingjdbc:type=ShardingDataSource,name=<database name>}.
 */
public interface ShardingDataSourceMXBean {
    /** Statements by route, such as {@code one-node}. */
    Map<String, Long> getStatements();

    /** How long they took together. */
    Map<String, Double> getStatementMillis();

    /** The execution units of all of them. */
    long getUnits();

    /** The results that were merged. */
    long getMerges();

    /** How long the rows of these took. */
    double getMergeMillis();

    /** The rows that were pulled together. */
    long getPulledRows();

    /** The plans that are kept. */
    long getPlans();

    /** How often a plan was found among them. */
    long getPlanHits();

    /** How often one had to be made. */
    long getPlanMisses();

    /** What was refused or wrong, by code. */
    Map<String, Long> getRefusals();

    /** The errors of drivers, by data source. */
    Map<String, Long> getErrors();

    /** The connections in use, by data source. */
    Map<String, Integer> getConnectionsInUse();

    /** The connections that there may be at most, by data source. */
    Map<String, Integer> getConnectionsAtMost();

    /** The phases of jobs that move rows here, by job. */
    Map<String, String> getMovePhases();

    /** How far they are, by job: rows, and how many of them are copied; the rate; the lag; the longest stall. */
    Map<String, Map<String, Long>> getMoves();
}
