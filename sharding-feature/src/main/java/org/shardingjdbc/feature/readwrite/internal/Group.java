package org.shardingjdbc.feature.readwrite.internal;

import java.util.List;
import org.shardingjdbc.feature.readwrite.LoadBalancer;

/**
 * The replicas of one primary. Immutable but for its load balancer; shared by all threads.
 *
 * @param names of the replicas, as configured
 * @param indexes their indexes among all data sources, in the same order
 */
record Group(List<String> names, List<Integer> indexes, LoadBalancer balancer) {
    Group {
        names = List.copyOf(names);
        indexes = List.copyOf(indexes);
    }

    /** The data source that answers a read. */
    int choose() {
        return indexes.get(balancer.choose(names));
    }
}
