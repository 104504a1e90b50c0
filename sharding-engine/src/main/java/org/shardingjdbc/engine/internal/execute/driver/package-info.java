/**
 * The statements of drivers: made in the shape and with the options that the application asked for
 * ({@link org.shardingjdbc.engine.internal.execute.driver.UnitStatements}), kept for the next execution
 * ({@code CachedStatements}), and what is asked of those that are open. Connections of {@code execute.pool} enter,
 * their statements leave; runs and tasks call.
 */
package org.shardingjdbc.engine.internal.execute.driver;
