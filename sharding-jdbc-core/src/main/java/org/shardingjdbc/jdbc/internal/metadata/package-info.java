/**
 * Metadata of the whole as an application sees it: each logic table once, under its logic name. The connection asks
 * {@link org.shardingjdbc.jdbc.internal.metadata.ShardingDatabaseMetaData}, SHOW and DESCRIBE
 * {@link org.shardingjdbc.jdbc.internal.metadata.ShowRows}.
 */
package org.shardingjdbc.jdbc.internal.metadata;
