package org.shardingjdbc.dialect.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MariaDbReplicationTest {
    private final MariaDbReplication replication = new MariaDbReplication();

    @Test
    void aPositionCoversWhatIsBeforeItInEveryDomain() {
        assertThat(replication.covers("0-1-7", "0-1-7")).isTrue();
        assertThat(replication.covers("0-1-10", "0-1-9")).isTrue();
        assertThat(replication.covers("0-1-6", "0-1-7")).isFalse();
        assertThat(replication.covers("0-1-100,1-1-5", "1-1-5,0-1-9")).isTrue();
        assertThat(replication.covers("0-1-100", "0-1-9,1-1-1")).isFalse();
        assertThat(replication.covers("", "0-1-1")).isFalse();
    }

    /** A replica of the old primary may have a greater number than the new primary has. */
    @Test
    void numbersOfAnotherServerAreOtherTransactions() {
        assertThat(replication.covers("0-1-200", "0-2-180")).isFalse();
        assertThat(replication.covers("0-2-200", "0-2-180")).isTrue();
    }

    @Test
    void whatIsNoPositionIsNotCovered() {
        assertThat(replication.covers("0-1-7", "1:0/3000148")).isFalse();
        assertThat(replication.covers("0-1-7", "0-1")).isFalse();
        assertThat(replication.covers("0-1-7", "")).isFalse();
        assertThat(replication.covers("0-1-7", "-1-1")).isFalse();
        assertThat(replication.covers("0-1-7", "0-1-99999999999999999999")).isFalse();
    }
}
