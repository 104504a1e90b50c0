/** Puts plans into words: an {@link org.shardingjdbc.plan.Explanation} of what an execution would run. */
package org.shardingjdbc.plan.internal.explain;
