/**
 * All rows of the layout that is left, read in chunks by their keys and written to the one that is entered. Begin with
 * {@link org.shardingjdbc.scaling.internal.copy.NodeCopy}; called by the job.
 */
@NullMarked
package org.shardingjdbc.scaling.internal.copy;

import org.jspecify.annotations.NullMarked;
