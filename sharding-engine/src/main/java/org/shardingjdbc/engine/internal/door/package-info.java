/**
 * Behind the door of the engine: {@link org.shardingjdbc.engine.internal.door.SessionDoors} opens a session and hands
 * it out as a {@link org.shardingjdbc.engine.door.Door}; its statements are
 * {@link org.shardingjdbc.engine.internal.statement.ClientStatement}s, on which the JDBC face stands too.
 */
package org.shardingjdbc.engine.internal.door;
