package org.shardingjdbc.feature.readwrite.internal;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.shardingjdbc.feature.readwrite.LoadBalancer;

/** Replicas take turns, beginning with the first. */
final class RoundRobin implements LoadBalancer {
    private final AtomicInteger next = new AtomicInteger();

    @Override
    public int choose(List<String> replicas) {
        return Math.floorMod(next.getAndIncrement(), replicas.size());
    }
}
