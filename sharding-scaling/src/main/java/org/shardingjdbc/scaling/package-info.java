/** Rows of a table moved to another layout while it is used. Begin with {@link org.shardingjdbc.scaling.ScalingJob}. */
@NullMarked
package org.shardingjdbc.scaling;

import org.jspecify.annotations.NullMarked;
