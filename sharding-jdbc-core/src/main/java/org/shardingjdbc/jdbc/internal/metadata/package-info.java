/**
 * Metadata of the whole as an application sees it. What each driver tells of its own database enters, rows with each
 * logic table once and under its logic name leave. Begin with
 * {@link org.shardingjdbc.jdbc.internal.metadata.ShardingDatabaseMetaData}; a connection asks it.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.metadata;

import org.jspecify.annotations.NullMarked;
