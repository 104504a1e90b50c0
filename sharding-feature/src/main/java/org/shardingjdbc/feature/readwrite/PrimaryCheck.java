package org.shardingjdbc.feature.readwrite;

import java.io.IOException;

/**
 * Says, from another source than the database itself, whether a database is the primary of its group: Patroni, an agent
 * beside the server, a load balancer's check. Asked only of a database that takes writes; the database is the primary
 * when both say so. Used by several threads.
 */
@FunctionalInterface
public interface PrimaryCheck {
    /**
     * Whether a database is the primary now. Called again and again, by a thread that waits for it; takes some seconds
     * at most.
     *
     * @param dataSource as configured
     * @throws IOException when nobody answers: then the database counts as one that does not answer
     */
    boolean isPrimary(String dataSource) throws IOException;
}
