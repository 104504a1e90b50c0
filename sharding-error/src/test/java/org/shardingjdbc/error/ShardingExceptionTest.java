package org.shardingjdbc.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How a message reads. */
class ShardingExceptionTest {
    @Test
    void whatOthersSayEndsOnce() {
        assertThat(new ShardingException(ErrorCode.SCALING_FAILED, "grow", "The connection attempt failed."))
                .hasMessageStartingWith("SHD-8003: Job grow stopped: The connection attempt failed. Mend the cause");
        assertThat(new ShardingException(ErrorCode.SCALING_FAILED, "grow", "refused"))
                .hasMessageStartingWith("SHD-8003: Job grow stopped: refused. Mend the cause");
    }
}
