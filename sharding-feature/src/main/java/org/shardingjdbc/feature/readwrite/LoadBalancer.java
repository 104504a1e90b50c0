package org.shardingjdbc.feature.readwrite;

import java.util.List;

/**
 * Chooses among the replicas of a group. Called by all threads at once, on every read that several replicas may answer:
 * it must not wait.
 */
@FunctionalInterface
public interface LoadBalancer {
    /**
     * Chooses the replica for one read.
     *
     * @param replicas names as configured, at least one
     * @return the chosen replica's position in the list, from 0
     */
    int choose(List<String> replicas);
}
