/**
 * Whether the rows at their new places are those of the old ones, while both change. Begin with
 * {@link org.shardingjdbc.scaling.internal.compare.Comparison}; called by the job.
 */
@NullMarked
package org.shardingjdbc.scaling.internal.compare;

import org.jspecify.annotations.NullMarked;
