/**
 * The registry of errors. Every module raises {@link io.shardingjdbc.error.ShardingException} with an
 * {@link io.shardingjdbc.error.ErrorCode}; only the JDBC face knows SQLException.
 */
package io.shardingjdbc.error;
