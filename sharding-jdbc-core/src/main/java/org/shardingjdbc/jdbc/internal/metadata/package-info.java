/**
 * Metadata of the whole as an application sees it: each logic table once, under its logic name. Result sets and the
 * connection ask {@link org.shardingjdbc.jdbc.internal.metadata.ActualNames} and
 * {@link org.shardingjdbc.jdbc.internal.metadata.ShardingDatabaseMetaData}.
 */
package org.shardingjdbc.jdbc.internal.metadata;
