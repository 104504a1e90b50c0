package org.shardingjdbc.governance.internal;

import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.LinChecker;
import org.jetbrains.kotlinx.lincheck.annotations.Operation;
import org.jetbrains.kotlinx.lincheck.annotations.Validate;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.strategy.managed.ManagedStrategyGuaranteeKt;
import org.jetbrains.kotlinx.lincheck.strategy.managed.modelchecking.ModelCheckingOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.governance.Repository;
import org.shardingjdbc.governance.StoredValue;
import org.shardingjdbc.governance.jdbc.internal.AnnouncementsModelTest;

/**
 * An instance looks who says where groups are written to, and is closed meanwhile, in each order of the steps that the
 * model checker tries: whoever has closed does not hold the lease, so that another one need not wait until it is over.
 */
public class AgreedWritersModelTest {
    private static final int INVOCATIONS = Integer.getInteger("lincheck.invocations", 300);

    private final MemoryRegistry registry = new MemoryRegistry();
    private final AgreedWriters writers = new AgreedWriters(registry, "one", () -> {}, () -> 0);
    private boolean closed;

    /** Values and their versions. Safe for all threads. */
    static final class MemoryRegistry implements Repository {
        private final Map<String, String> values = new HashMap<>();
        private final Map<String, Long> versions = new HashMap<>();

        @Override
        public synchronized @Nullable StoredValue read(String key) {
            return values.containsKey(key) ? new StoredValue(values.get(key), versions.get(key)) : null;
        }

        @Override
        public synchronized long write(String key, String value, long expected) {
            if (versions.getOrDefault(key, 0L) != expected) {
                return 0;
            }
            values.put(key, value);
            versions.put(key, expected + 1);
            return expected + 1;
        }

        synchronized boolean holds(String key, String value) {
            return value.equals(values.get(key));
        }

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public String name() {
            return "memory";
        }

        @Override
        public Map<String, StoredValue> list(String folder) {
            throw new IllegalStateException();
        }

        @Override
        public boolean delete(String key, long expected) {
            throw new IllegalStateException();
        }

        @Override
        public void announce(String key, String value) {
            throw new IllegalStateException();
        }

        @Override
        public long renew() {
            throw new IllegalStateException();
        }

        @Override
        public Map<String, String> announced(String folder) {
            throw new IllegalStateException();
        }

        @Override
        public void watch(Runnable changed) {
            throw new IllegalStateException();
        }

        @Override
        public void close() {
            throw new IllegalStateException();
        }
    }

    @Operation
    public void look() {
        writers.look();
    }

    @Operation(runOnce = true)
    public void close() {
        writers.close();
        closed = true;
    }

    @Validate
    public void whoHasClosedHoldsNoLease() {
        if (closed && registry.holds("watcher", "one")) {
            throw new IllegalStateException("one that has closed holds the lease");
        }
    }

    private static Actor actor(String name) {
        try {
            Method operation = AgreedWritersModelTest.class.getMethod(name);
            return new Actor(operation, List.of());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoClosesDuringALookHoldsNoLease() {
        check();
    }

    /** What is proved; by the test, and where a defect is planted. */
    public static void check() {
        // what is initialized while the checker runs would hang
        AgreedWritersModelTest first = new AgreedWritersModelTest();
        first.look();
        first.look();
        first.close();
        first.whoHasClosedHoldsNoLease();
        LinChecker.check(
                AgreedWritersModelTest.class,
                new ModelCheckingOptions()
                        .iterations(0)
                        .invocationsPerIteration(INVOCATIONS)
                        .minimizeFailedScenario(false)
                        .verifier(AnnouncementsModelTest.NothingThrown.class)
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(MemoryRegistry.class.getName())
                                .allMethods()
                                .treatAsAtomic())
                        .addGuarantee(ManagedStrategyGuaranteeKt.forClasses(
                                        "org.slf4j.simple.SimpleLogger", StateTexts.class.getName())
                                .allMethods()
                                .ignore())
                        .addCustomScenario(new ExecutionScenario(
                                List.of(), List.of(List.of(actor("look")), List.of(actor("close"))), List.of(), null)));
    }
}
