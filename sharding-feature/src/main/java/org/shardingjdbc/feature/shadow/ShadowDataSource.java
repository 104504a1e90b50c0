package org.shardingjdbc.feature.shadow;

import org.jspecify.annotations.Nullable;

/**
 * A data source and its shadow, each by its configured name or by one that another rule gives.
 *
 * @param productionDataSourceName where everything without a mark runs; null where it is missing, which is reported as
 *     a mistake when the rule is compiled
 * @param shadowDataSourceName where marked statements run, with the same tables; null where it is missing, reported
 *     alike
 */
public record ShadowDataSource(
        @Nullable String productionDataSourceName, @Nullable String shadowDataSourceName) {}
