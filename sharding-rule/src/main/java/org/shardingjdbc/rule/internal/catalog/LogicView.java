package org.shardingjdbc.rule.internal.catalog;

/**
 * A view over sharded tables. A data source has a view of that name which says what it means and cannot be read; a
 * statement is planned with the query in its place.
 *
 * @param name as stored
 * @param dataSource index of the data source that has it
 * @param query over logic tables
 */
public record LogicView(String name, int dataSource, String query) {}
