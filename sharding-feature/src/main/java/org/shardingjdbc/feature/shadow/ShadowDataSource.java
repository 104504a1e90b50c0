package org.shardingjdbc.feature.shadow;

/**
 * A data source and the one that stands for it in tests; each by its configured name or by one that another rule gives.
 *
 * @param productionDataSourceName where everything runs that is not marked
 * @param shadowDataSourceName where marked statements run; has the same tables
 */
public record ShadowDataSource(String productionDataSourceName, String shadowDataSourceName) {}
