/**
 * How a database defines its tables: {@link org.shardingjdbc.jdbc.internal.structure.StructureReader} reads all of a
 * schema at once into records that can be compared. Who checks a deployment asks it; statements never do.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.structure;

import org.jspecify.annotations.NullMarked;
