package org.shardingjdbc.feature.readwrite;

import java.util.List;

/**
 * Chooses among the replicas of a group. Used by all threads at once, on every read that several of them may answer: it
 * must not wait.
 */
@FunctionalInterface
public interface LoadBalancer {
    /**
     * The replica for one read.
     *
     * @param replicas names as configured, at least one
     * @return its position, from 0
     */
    int choose(List<String> replicas);
}
