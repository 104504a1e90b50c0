package org.shardingjdbc.feature.shadow;

import org.jspecify.annotations.Nullable;

/**
 * A data source and the one that stands for it in tests; each by its configured name or by one that another rule gives.
 *
 * @param productionDataSourceName where everything runs that is not marked; null where it is missing, which is reported
 *     as a mistake when the rule is compiled
 * @param shadowDataSourceName where marked statements run; has the same tables; null as the other one is
 */
public record ShadowDataSource(
        @Nullable String productionDataSourceName, @Nullable String shadowDataSourceName) {}
