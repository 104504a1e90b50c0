/**
 * Jobs as statements over a connection ask for them: {@link org.shardingjdbc.scaling.internal.command.ScalingMoves},
 * with which to begin, and those that run in a data source.
 */
@NullMarked
package org.shardingjdbc.scaling.internal.command;

import org.jspecify.annotations.NullMarked;
