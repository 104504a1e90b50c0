/**
 * The registry of errors. Every module raises {@link org.shardingjdbc.error.ShardingException} with an
 * {@link org.shardingjdbc.error.ErrorCode}; only the JDBC face knows SQLException.
 */
@NullMarked
package org.shardingjdbc.error;

import org.jspecify.annotations.NullMarked;
