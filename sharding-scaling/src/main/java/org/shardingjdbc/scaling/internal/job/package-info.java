/**
 * A job as a process runs it, and what it keeps of itself, so that another one goes on after it was broken off. Begin
 * with {@link org.shardingjdbc.scaling.internal.job.JobRun}; called by {@link org.shardingjdbc.scaling.ScalingJob} and
 * by statements.
 */
@NullMarked
package org.shardingjdbc.scaling.internal.job;

import org.jspecify.annotations.NullMarked;
