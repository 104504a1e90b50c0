package org.shardingjdbc.rule.config;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code !SINGLE}: tables that live in exactly one data source.
 *
 * @param tables {@code ds.table}, {@code ds.*}, {@code *.*}, or with a schema {@code ds.schema.table},
 *     {@code ds.schema.*}, {@code ds.*.*}, {@code *.*.*}
 * @param defaultDataSource where new single tables are created; null for the first data source
 */
public record SingleRuleConfiguration(
        List<String> tables, @Nullable String defaultDataSource) implements RuleConfiguration {
    /** Copies the names. */
    public SingleRuleConfiguration {
        tables = List.copyOf(tables);
    }
}
