package org.shardingjdbc.testkit.fault;

/** How many JDBC objects of the probed data sources are open at one moment. */
public record OpenHandles(int connections, int statements, int resultSets) {}
