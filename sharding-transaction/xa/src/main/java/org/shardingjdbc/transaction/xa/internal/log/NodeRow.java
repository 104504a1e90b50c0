package org.shardingjdbc.transaction.xa.internal.log;

import java.util.Set;

/**
 * A process that writes into the log.
 *
 * @param identity with which the names of its branches begin
 * @param sources the data sources on which it may have branches, with their owners' names
 * @param beat another number whenever it writes, and every few seconds
 * @param closedMillis when another process closed it, by that one's clock; 0 while it is open
 */
record NodeRow(String identity, Set<String> sources, long beat, long closedMillis) {
    boolean isClosed() {
        return closedMillis != 0;
    }
}
