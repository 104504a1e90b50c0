package org.shardingjdbc.jdbc.internal.running;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.StatementFence;
import org.shardingjdbc.jdbc.governance.Fence;

/** The {@link Fence} of a registry as statements pass it. Safe for all threads. */
record RegistryFence(Fence fence) implements StatementFence {
    /** Null where there is no registry. */
    static @Nullable StatementFence of(@Nullable Fence fence) {
        return fence == null ? null : new RegistryFence(fence);
    }

    @Override
    public Entry enter() {
        return new FenceEntry(fence.enter());
    }

    @Override
    public void turn() {
        fence.turn();
    }

    private record FenceEntry(Fence.Entry entry) implements Entry {
        @Override
        public void leave() {
            entry.leave();
        }

        @Override
        public boolean holds() {
            return entry.holds();
        }
    }
}
