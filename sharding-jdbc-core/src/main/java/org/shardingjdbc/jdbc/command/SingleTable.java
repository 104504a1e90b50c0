package org.shardingjdbc.jdbc.command;

import org.shardingjdbc.Incubating;

/**
 * A table of a data source that is no part of a sharded table and no broadcast table.
 *
 * @param name the name that rules and statements use
 * @param dataSource the name of its data source, which rules use
 * @param loaded whether statements can use it: the single rule names it, or it is in the default data source
 */
@Incubating
public record SingleTable(String name, String dataSource, boolean loaded) {}
