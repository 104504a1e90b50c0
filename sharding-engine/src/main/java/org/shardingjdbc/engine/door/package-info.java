/**
 * The door of the engine, for a face that is not JDBC, such as a protocol over a wire:
 * {@link org.shardingjdbc.engine.door.Doors} opens a {@link org.shardingjdbc.engine.door.Door}, which is a session. SQL
 * and values enter; rows, counts and generated keys leave, as values and in classes of our own. It stands on what the
 * JDBC face stands on. All of it is {@link org.shardingjdbc.Incubating}.
 */
@NullMarked
package org.shardingjdbc.engine.door;

import org.jspecify.annotations.NullMarked;
