/**
 * What a job keeps of itself, so that it goes on after it was broken off. Begin with
 * {@link org.shardingjdbc.scaling.internal.job.JobStore}; called by the job.
 */
@NullMarked
package org.shardingjdbc.scaling.internal.job;

import org.jspecify.annotations.NullMarked;
