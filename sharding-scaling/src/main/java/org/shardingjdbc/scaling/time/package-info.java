/**
 * The rule {@code !TIME_TABLES}: which tables of INTERVAL are kept up, and what
 * {@link org.shardingjdbc.scaling.TimeTables} does for them.
 */
@NullMarked
package org.shardingjdbc.scaling.time;

import org.jspecify.annotations.NullMarked;
