package org.shardingjdbc.feature.readwrite;

import java.util.List;

/**
 * A primary and the replicas that have its rows. Immutable.
 *
 * @param writeDataSourceName the primary
 * @param readDataSourceNames its replicas
 * @param transactionalReads where reads inside of transactions go
 * @param loadBalancerName an entry of the rule's load balancers; null for taking turns
 * @param terms when its replicas answer
 */
public record DataSourceGroup(
        String writeDataSourceName,
        List<String> readDataSourceNames,
        TransactionalReads transactionalReads,
        String loadBalancerName,
        ReplicaTerms terms) {
    /** Copies the names. */
    public DataSourceGroup {
        readDataSourceNames = List.copyOf(readDataSourceNames);
    }

    /** One whose replicas answer whenever they are there. */
    public DataSourceGroup(
            String writeDataSourceName,
            List<String> readDataSourceNames,
            TransactionalReads transactionalReads,
            String loadBalancerName) {
        this(writeDataSourceName, readDataSourceNames, transactionalReads, loadBalancerName, ReplicaTerms.DEFAULT);
    }

    /** One whose replicas take turns, and whose transactions read from the primary. */
    public DataSourceGroup(String writeDataSourceName, List<String> readDataSourceNames) {
        this(writeDataSourceName, readDataSourceNames, TransactionalReads.PRIMARY, null);
    }
}
