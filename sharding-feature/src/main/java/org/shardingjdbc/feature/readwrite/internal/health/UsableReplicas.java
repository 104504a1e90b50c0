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

    /** Their names as configured, in configured order. */
    public List<String> names() {
        return names;
    }

    /** In the same order. */
    public List<Replica> replicas() {
        return replicas;
    }

    /** The index of the data source of the only one; -1 where there are none or several. */
    public int only() {
        return only;
    }

    /** Whether none may. */
    public boolean isEmpty() {
        return replicas.isEmpty();
    }
}
