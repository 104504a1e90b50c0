/**
 * The door of the engine: {@link org.shardingjdbc.engine.internal.door.Doors} opens a
 * {@link org.shardingjdbc.engine.internal.door.Door}, a session, in which SQL and values enter and rows, counts or keys
 * leave, as values and in classes of our own. A face that is not JDBC, as a protocol over a wire, calls; it stands on
 * what the JDBC face stands on, {@link org.shardingjdbc.engine.internal.statement.ClientStatement}.
 */
package org.shardingjdbc.engine.internal.door;
