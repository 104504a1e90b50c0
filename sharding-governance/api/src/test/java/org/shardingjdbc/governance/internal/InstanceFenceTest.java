package org.shardingjdbc.governance.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.governance.Fence.Entry;
import org.shardingjdbc.jdbc.governance.WhenAway;

/** Until when the statements of an instance count. */
class InstanceFenceTest {
    /** The time of the fence, which only tests let pass. */
    private final AtomicLong now = new AtomicLong();

    private long in(long millis) {
        return now.get() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void pass(long millis) {
        now.set(in(millis));
    }

    private InstanceFence fence(WhenAway whenAway) {
        return new InstanceFence("test", whenAway, () -> {}, now::get);
    }

    @Test
    void whatBeganBeforeCountsAsLongAsOthersWaitForIt() {
        InstanceFence fence = fence(WhenAway.REFUSE);
        fence.heard(in(60_000));
        Entry entry = fence.enter();
        fence.turn();
        assertThat(fence.isSettled()).isFalse();
        fence.heard(in(60_000));
        assertThat(entry.holds()).isTrue();
        entry.leave();
        assertThat(fence.isSettled()).isTrue();
    }

    /** It took the next version in time, and stood still then: others did not wait for what it had begun before. */
    @Test
    void whatBeganBeforeIsRevokedWhenOthersNoLongerWait() {
        InstanceFence fence = fence(WhenAway.REFUSE);
        fence.heard(in(100));
        Entry former = fence.enter();
        fence.turn();
        Entry current = fence.enter();
        pass(150);
        fence.heard(in(60_000));
        assertThat(former.holds()).isFalse();
        assertThat(current.holds()).isTrue();
    }

    /** Longer than it waits for a registry that is away. */
    @Test
    void whoHasJustStartedWaitsUntilAHandoverIsDecided() throws Exception {
        InstanceFence fence = fence(WhenAway.GO_ON);
        fence.held("all hand over");
        CompletableFuture<Entry> entry = CompletableFuture.supplyAsync(fence::enter);
        for (int i = 0; i < 8; i++) {
            // the thread that waits has looked at the time before it passes
            assertThatThrownBy(() -> entry.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
            pass(800);
            fence.held("all hand over");
        }
        fence.heard(in(60_000));
        assertThat(entry.get(20, TimeUnit.SECONDS).holds()).isTrue();
    }

    /** The others wait for what it had begun before. */
    @Test
    void whoComesBackWhileAllHandOverIsRefused() throws Exception {
        InstanceFence fence = fence(WhenAway.GO_ON);
        fence.heard(in(1));
        pass(5);
        fence.held("all hand over");
        CompletableFuture<Entry> entry = CompletableFuture.supplyAsync(fence::enter);
        // its patience begins when it is there
        for (int i = 0; i < 400 && !entry.isDone(); i++) {
            pass(1_000);
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThatThrownBy(() -> entry.get(20, TimeUnit.SECONDS))
                .hasMessageContaining("SHD-7013")
                .hasMessageContaining("all hand over");
    }
}
