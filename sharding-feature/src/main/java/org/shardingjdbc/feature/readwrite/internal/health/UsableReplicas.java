package org.shardingjdbc.feature.readwrite.internal.health;

import java.util.List;

/** The replicas of a group that may answer now. Immutable. */
public final class UsableReplicas {
    private final List<String> names;
    private final List<Replica> replicas;
    private final int only;

    /** @param replicas in configured order; copied */
    UsableReplicas(List<Replica> replicas) {
        this.names = replicas.stream().map(Replica::name).toList();
        this.replicas = List.copyOf(replicas);
        this.only = replicas.size() == 1 ? replicas.get(0).dataSource() : -1;
    }

    /** The names as configured, in configured order. */
    public List<String> names() {
        return names;
    }

    /** The replicas, in the order of {@link #names}. */
    public List<Replica> replicas() {
        return replicas;
    }

    /** The data source index of the only replica; -1 where there are none or several. */
    public int only() {
        return only;
    }

    /** Whether no replica may answer. */
    public boolean isEmpty() {
        return replicas.isEmpty();
    }
}
