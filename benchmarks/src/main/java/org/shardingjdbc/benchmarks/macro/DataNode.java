package org.shardingjdbc.benchmarks.macro;

import javax.sql.DataSource;

/**
 * Where a part of the tables really is, to look at it past all contenders.
 *
 * @param suffix what the actual tables' names have behind the logic tables' names; empty for the single database
 */
record DataNode(DataSource dataSource, String suffix) {}
