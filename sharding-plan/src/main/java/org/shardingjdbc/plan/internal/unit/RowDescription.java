package org.shardingjdbc.plan.internal.unit;

/** What a database told of the columns of a plan's rows; whoever asked knows its class. Immutable. */
public interface RowDescription {}
