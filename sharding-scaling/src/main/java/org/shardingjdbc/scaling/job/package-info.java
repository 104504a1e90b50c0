/**
 * How a {@link org.shardingjdbc.scaling.ScalingJob} goes about it, what it would do, and how far it is: values that it
 * takes and returns.
 */
@NullMarked
package org.shardingjdbc.scaling.job;

import org.jspecify.annotations.NullMarked;
