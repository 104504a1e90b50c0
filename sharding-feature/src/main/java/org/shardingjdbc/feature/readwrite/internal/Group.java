package org.shardingjdbc.feature.readwrite.internal;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.readwrite.DataSourceGroup.TransactionalReads;
import org.shardingjdbc.feature.readwrite.LoadBalancer;
import org.shardingjdbc.feature.readwrite.ReplicaTerms;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.ReadYourWrites;
import org.shardingjdbc.feature.readwrite.ReplicaTerms.WhenNone;
import org.shardingjdbc.feature.readwrite.internal.health.GroupHealth;
import org.shardingjdbc.feature.readwrite.internal.health.Replica;
import org.shardingjdbc.feature.readwrite.internal.health.UsableReplicas;
import org.shardingjdbc.rule.datasource.ExecutionFacts;
import org.shardingjdbc.rule.datasource.LastWrite;
import org.shardingjdbc.rule.hint.WritesToken;

/** The replicas of one primary, and the choice of the one that answers a read. Shared by all threads. */
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
     * The data source that answers a read: where no replica may, the one that is written to.
     *
     * @throws ShardingException when no replica may, and the primary shall not
     */
    int choose(ExecutionFacts facts) {
        UsableReplicas usable = health.usable();
        if (usable.isEmpty()) {
            return withoutReplica();
        }
        WritesToken seen = facts.hints().seenWrites();
        LastWrite written = facts.written();
        boolean own = ownWrites != ReadYourWrites.OFF
                && written.ever()
                && !facts.hints().replicaAllowed();
        if (!own && seen == null) {
            return any(usable);
        }
        if (own && ownWrites == ReadYourWrites.WINDOW) {
            if (System.nanoTime() - written.nanos() < windowNanos) {
                return health.writer();
            }
            own = false;
        }
        return chooseAfter(own ? written : LastWrite.NEVER, seen, usable);
    }

    /** The data source that answers a read which need not see anything that its session did. */
    int chooseAny() {
        UsableReplicas usable = health.usable();
        return usable.isEmpty() ? withoutReplica() : any(usable);
    }

    private int any(UsableReplicas usable) {
        int only = usable.only();
        return only >= 0
                ? only
                : usable.replicas().get(balancer.choose(usable.names())).dataSource();
    }

    private int withoutReplica() {
        if (failsWithoutReplica) {
            throw new ShardingException(ErrorCode.NO_REPLICA, health.group(), health.whyNone());
        }
        return health.writer();
    }

    /** One that has what is to be seen; else the primary, which has it. */
    private int chooseAfter(LastWrite written, @Nullable WritesToken seen, UsableReplicas usable) {
        Replica first = usable.replicas().get(balancer.choose(usable.names()));
        if (has(first, written, seen)) {
            return first.dataSource();
        }
        for (int i = 0; i < usable.replicas().size(); i++) {
            Replica other = usable.replicas().get(i);
            if (has(other, written, seen)) {
                return other.dataSource();
            }
        }
        return health.writer();
    }

    private boolean has(Replica replica, LastWrite written, @Nullable WritesToken seen) {
        return (!written.ever() || replica.hasAllUntil(written.nanos())) && (seen == null || has(replica, seen));
    }

    private boolean has(Replica replica, WritesToken seen) {
        List<String> positions = seen.of(health.group());
        for (int i = 0; i < positions.size(); i++) {
            if (!replica.hasAllOf(positions.get(i))) {
                return false;
            }
        }
        // a token that says nothing of this group was taken elsewhere
        return !positions.isEmpty();
    }

    /** Whether a database that answered a transaction's reads before has what this read must see. */
    boolean stillHas(int database, ExecutionFacts facts) {
        WritesToken seen = facts.hints().seenWrites();
        if (seen == null || database == health.writer()) {
            return true;
        }
        for (Replica replica : health.usable().replicas()) {
            if (replica.dataSource() == database) {
                return has(replica, seen);
            }
        }
        return false;
    }
}
