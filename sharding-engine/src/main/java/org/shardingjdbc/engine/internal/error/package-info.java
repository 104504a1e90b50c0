/**
 * Errors on their way out: a {@link org.shardingjdbc.error.ShardingException} or a driver's exception enters, the
 * {@link java.sql.SQLException} that the application sees leaves. Whoever hands one to the application calls
 * {@link org.shardingjdbc.engine.internal.error.SqlErrors}, once for each error.
 */
package org.shardingjdbc.engine.internal.error;
