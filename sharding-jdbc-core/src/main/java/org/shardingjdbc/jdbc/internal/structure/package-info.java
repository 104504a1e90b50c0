/**
 * How a database defines its tables. A connection and a schema enter, records that can be compared leave. Begin with
 * {@link org.shardingjdbc.jdbc.internal.structure.StructureReader}, which reads all of a schema at once; called by who
 * checks a deployment, never by statements.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.structure;

import org.jspecify.annotations.NullMarked;
