/**
 * Changes of the layout that is left, written to the one that is entered, while the former is in use. Begin with
 * {@link org.shardingjdbc.scaling.internal.flow.Flow}; called by the job.
 */
@NullMarked
package org.shardingjdbc.scaling.internal.flow;

import org.jspecify.annotations.NullMarked;
