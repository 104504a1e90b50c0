package org.shardingjdbc.governance.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.governance.Fence.Entry;
import org.shardingjdbc.jdbc.governance.WhenAway;

/** Until when the statements of an instance count. */
class InstanceFenceTest {
    private static long in(long millis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private static InstanceFence fence(WhenAway whenAway) {
        return new InstanceFence("test", whenAway, () -> {});
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
    void whatBeganBeforeIsRevokedWhenOthersNoLongerWait() throws Exception {
        InstanceFence fence = fence(WhenAway.REFUSE);
        fence.heard(in(100));
        Entry former = fence.enter();
        fence.turn();
        Entry current = fence.enter();
        TimeUnit.MILLISECONDS.sleep(150);
        fence.heard(in(60_000));
        assertThat(former.holds()).isFalse();
        assertThat(current.holds()).isTrue();
    }

    /** Longer than it waits for a registry that is away. */
    @Test
    void whoHasJustStartedWaitsUntilAHandoverIsDecided() throws Exception {
        InstanceFence fence = fence(WhenAway.GO_ON);
        CompletableFuture<Entry> entry = CompletableFuture.supplyAsync(fence::enter);
        for (int i = 0; i < 8; i++) {
            fence.held("all hand over");
            assertThatThrownBy(() -> entry.get(800, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        }
        fence.heard(in(60_000));
        assertThat(entry.get(20, TimeUnit.SECONDS).holds()).isTrue();
    }

    /** The others wait for what it had begun before. */
    @Test
    void whoComesBackWhileAllHandOverIsRefused() throws Exception {
        InstanceFence fence = fence(WhenAway.GO_ON);
        fence.heard(in(1));
        TimeUnit.MILLISECONDS.sleep(5);
        fence.held("all hand over");
        assertThatThrownBy(fence::enter).hasMessageContaining("SHD-7013").hasMessageContaining("all hand over");
    }
}
