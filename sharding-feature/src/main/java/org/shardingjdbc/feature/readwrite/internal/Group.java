package org.shardingjdbc.feature.readwrite.internal;

import java.util.concurrent.TimeUnit;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.readwrite.LoadBalancer;
import org.shardingjdbc.feature.readwrite.ReplicaTerms;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.ReadYourWrites;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.WhenNone;
import org.shardingjdbc.feature.readwrite.TransactionalReads;
import org.shardingjdbc.feature.readwrite.internal.health.GroupHealth;
import org.shardingjdbc.feature.readwrite.internal.health.Replica;
import org.shardingjdbc.feature.readwrite.internal.health.Usable;
import org.shardingjdbc.rule.WrittenBefore;

/** The replicas of one primary, and who of them answers a read. Shared by all threads. */
final class Group {
    private final GroupHealth health;
    private final LoadBalancer balancer;
    private final TransactionalReads transactionalReads;
    private final boolean failsWithoutReplica;
    private final ReadYourWrites ownWrites;
    private final long windowNanos;

    /** @param transactionalReads where reads go in transactions that may write */
    Group(GroupHealth health, LoadBalancer balancer, TransactionalReads transactionalReads) {
        this.health = health;
        this.balancer = balancer;
        this.transactionalReads = transactionalReads;
        ReplicaTerms terms = health.terms();
        this.failsWithoutReplica = terms.whenNone() == WhenNone.FAIL;
        this.ownWrites = terms.readYourWrites();
        this.windowNanos = TimeUnit.MILLISECONDS.toNanos(terms.windowMillis());
    }

    GroupHealth health() {
        return health;
    }

    /** Where reads go in transactions that may write. */
    TransactionalReads transactionalReads() {
        return transactionalReads;
    }

    /**
     * The data source that answers a read.
     *
     * @param primary the one that answers where no replica may
     * @param written when the session of the read wrote
     * @throws ShardingException when no replica may, and the primary shall not
     */
    int choose(int primary, WrittenBefore written) {
        Usable usable = health.usable();
        if (usable.isEmpty()) {
            return without(primary);
        }
        if (written.ever() && ownWrites != ReadYourWrites.OFF) {
            return chooseAfter(written, usable, primary);
        }
        return usable.replicas().get(balancer.choose(usable.names())).dataSource();
    }

    private int without(int primary) {
        if (failsWithoutReplica) {
            throw new ShardingException(ErrorCode.NO_REPLICA, health.group(), health.whyNone());
        }
        return primary;
    }

    /** One that has what the session wrote; else the primary, which has it. */
    private int chooseAfter(WrittenBefore written, Usable usable, int primary) {
        if (ownWrites == ReadYourWrites.WINDOW) {
            return System.nanoTime() - written.nanos() < windowNanos
                    ? primary
                    : usable.replicas().get(balancer.choose(usable.names())).dataSource();
        }
        Replica first = usable.replicas().get(balancer.choose(usable.names()));
        if (first.hasAllUntil(written.nanos())) {
            return first.dataSource();
        }
        for (int i = 0; i < usable.replicas().size(); i++) {
            Replica other = usable.replicas().get(i);
            if (other.hasAllUntil(written.nanos())) {
                return other.dataSource();
            }
        }
        return primary;
    }
}
