package org.shardingjdbc.governance.etcd.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.KV;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.governance.testkit.Governed;

/** What becomes of a repository whose connections are to be made anew, as etcd does not answer. Needs no etcd. */
class EtcdReopeningTest {
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger questions = new AtomicInteger();

    /** A client whose questions fail. */
    private EtcdCalls away(Runnable closing) {
        KV values = (KV) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {KV.class}, (self, method, arguments) -> {
                    questions.incrementAndGet();
                    return CompletableFuture.failedFuture(new IllegalStateException("away on demand"));
                });
        Client client = (Client) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Client.class}, (self, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closing.run();
                        return null;
                    }
                    return values;
                });
        return new EtcdCalls(client, "etcd", "/reopened/", 5_000);
    }

    private void asksOn(Supplier<EtcdCalls> opening) {
        try (EtcdRepository repository = EtcdRepository.start("etcd", 3, opening, 0)) {
            assertThat(Governed.until(() -> opened.get() > 1)).isTrue();
            int before = questions.get();
            assertThat(Governed.until(() -> questions.get() > before + 2)).isTrue();
            assertThat(repository.isConnected()).isFalse();
        }
    }

    @Test
    void aClientThatCannotBeMadeIsNotTheEndOfTheLooks() {
        asksOn(() -> {
            if (opened.incrementAndGet() == 2) {
                throw new IllegalStateException("no client on demand");
            }
            return away(() -> {});
        });
    }

    @Test
    void aClientThatCannotBeClosedIsNotTheEndOfTheLooks() {
        asksOn(() -> {
            boolean first = opened.incrementAndGet() == 1;
            return away(() -> {
                if (first) {
                    throw new NoClassDefFoundError("no close on demand");
                }
            });
        });
    }
}
