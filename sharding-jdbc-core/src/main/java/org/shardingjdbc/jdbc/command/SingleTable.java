package org.shardingjdbc.jdbc.command;

import org.shardingjdbc.Incubating;

/**
 * A table of a data source that is no part of a sharded table and no broadcast table.
 *
 * @param name as rules and statements write it
 * @param dataSource as rules call it
 * @param loaded whether statements find it there: the single rule names it, or it is in the default data source
 */
@Incubating
public record SingleTable(String name, String dataSource, boolean loaded) {}
