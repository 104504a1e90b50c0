package org.shardingjdbc.feature.readwrite.internal.health;

import java.util.List;

/**
 * The replicas of a group that may answer now. Immutable.
 *
 * @param names as configured, in configured order
 * @param replicas in the same order
 */
public record Usable(List<String> names, List<Replica> replicas) {
    /** Copies both. */
    public Usable {
        names = List.copyOf(names);
        replicas = List.copyOf(replicas);
    }

    static Usable of(List<Replica> replicas) {
        return new Usable(replicas.stream().map(Replica::name).toList(), replicas);
    }

    /** Whether none may. */
    public boolean isEmpty() {
        return replicas.isEmpty();
    }
}
