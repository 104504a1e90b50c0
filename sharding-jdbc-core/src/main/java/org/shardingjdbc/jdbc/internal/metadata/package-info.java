/**
 * Metadata of the whole as an application sees it: each logic table once, under its logic name. The connection asks
 * {@link org.shardingjdbc.jdbc.internal.metadata.ShardingDatabaseMetaData}.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.metadata;

import org.jspecify.annotations.NullMarked;
