/**
 * Metadata of the whole as an application sees it: each logic table once, under its logic name. Result sets and the
 * connection ask {@link io.shardingjdbc.jdbc.internal.metadata.ActualNames} and
 * {@link io.shardingjdbc.jdbc.internal.metadata.ShardingDatabaseMetaData}.
 */
package io.shardingjdbc.jdbc.internal.metadata;
