package org.shardingjdbc.micrometer;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The meters that one binder has registered, so that it can remove them. A registry returns the meter that it has where
 * one is registered again, which counts once here. Not thread-safe.
 */
final class BoundMeters {
    private final Map<MeterRegistry, Set<Meter>> byRegistry = new HashMap<>();

    void add(MeterRegistry registry, Meter meter) {
        byRegistry.computeIfAbsent(registry, any -> new HashSet<>()).add(meter);
    }

    /** Whether the registry has got meters that are not removed. */
    boolean areIn(MeterRegistry registry) {
        return byRegistry.containsKey(registry);
    }

    /** Removes all of them from their registries. */
    void remove() {
        byRegistry.forEach((registry, meters) -> meters.forEach(registry::remove));
        byRegistry.clear();
    }
}
