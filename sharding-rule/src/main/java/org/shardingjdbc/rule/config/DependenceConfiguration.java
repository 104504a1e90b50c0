package org.shardingjdbc.rule.config;

import java.util.List;

/**
 * A functional dependence that the rows of binding tables obey: rows of any tables of the group that are equal in some
 * columns are equal in others. Nothing enforces it when rows are written; see
 * {@code ShardingDataSource.brokenDependences}.
 *
 * @param columns those that decide; where they are no sharding columns, all tables of the group have them by that name
 * @param determined sharding columns, by their names in the group's first table
 */
public record DependenceConfiguration(List<String> columns, List<String> determined) {
    /** Copies the names. */
    public DependenceConfiguration {
        columns = List.copyOf(columns);
        determined = List.copyOf(determined);
    }

    @Override
    public String toString() {
        return String.join(", ", columns) + " -> " + String.join(", ", determined);
    }
}
