/**
 * PostgreSQL as a job uses it: COPY for rows, a logical slot with pgoutput for changes. Begin with
 * {@link org.shardingjdbc.scaling.internal.postgresql.PostgreSql}; asked through the interfaces of the package
 * database.
 */
@NullMarked
package org.shardingjdbc.scaling.internal.postgresql;

import org.jspecify.annotations.NullMarked;
