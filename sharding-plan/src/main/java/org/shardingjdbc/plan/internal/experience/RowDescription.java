package org.shardingjdbc.plan.internal.experience;

/** What a database told of the columns of a plan's rows; whoever asked knows its class. Immutable. */
public interface RowDescription {}
