package org.shardingjdbc.engine.observe;

/**
 * A job that moves rows, and how far it is. Immutable.
 *
 * @param job its name
 * @param phase such as {@code COPYING}
 * @param copiedRows how many rows are copied
 * @param rows how many there are, as the databases estimate it
 * @param rowsPerSecond how many are copied in a second
 * @param lagBytes how much of the databases' logs is not written yet
 * @param lagMillis for how long what changed has not been written
 * @param longestStallMillis for how long statements waited at most when it switched
 */
public record MoveState(
        String job,
        String phase,
        long copiedRows,
        long rows,
        long rowsPerSecond,
        long lagBytes,
        long lagMillis,
        long longestStallMillis) {}
