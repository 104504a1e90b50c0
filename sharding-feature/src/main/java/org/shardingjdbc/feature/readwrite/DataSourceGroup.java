package org.shardingjdbc.feature.readwrite;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A primary and the replicas that have its rows. Immutable.
 *
 * @param writeDataSourceName the primary; null where it is missing, which is reported as a mistake when the rule is
 *     compiled
 * @param readDataSourceNames its replicas
 * @param transactionalReads where reads inside of transactions go
 * @param loadBalancerName an entry of the rule's load balancers; null for taking turns
 * @param terms when its replicas answer
 */
public record DataSourceGroup(
        @Nullable String writeDataSourceName,
        List<String> readDataSourceNames,
        TransactionalReads transactionalReads,
        @Nullable String loadBalancerName,
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
            @Nullable String loadBalancerName) {
        this(writeDataSourceName, readDataSourceNames, transactionalReads, loadBalancerName, ReplicaTerms.DEFAULT);
    }

    /** A group whose replicas take turns, and whose transactions read from the primary. */
    public DataSourceGroup(String writeDataSourceName, List<String> readDataSourceNames) {
        this(writeDataSourceName, readDataSourceNames, TransactionalReads.PRIMARY, null);
    }

    /**
     * Where reads inside of transactions go, as configurations name it. It applies to transactions of type LOCAL that
     * may write, until they ask a primary for more than a read that a replica may answer: from then on all goes to the
     * primaries.
     */
    public enum TransactionalReads {
        /** To the primary. */
        PRIMARY,
        /** To one replica of the group for the whole transaction, chosen by its first read. */
        FIXED,
        /**
         * Each read to any replica. A read does not see what its replica has not received yet, even if an earlier read
         * saw it on another one.
         */
        DYNAMIC
    }
}
