package org.shardingjdbc.dialect.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MariaDbReplicationTest {
    @Test
    void aPositionIsCoveredWhereEachDomainIs() {
        assertThat(MariaDbReplication.covers("0-1-7", "0-1-7")).isTrue();
        assertThat(MariaDbReplication.covers("0-2-10", "0-1-9")).isTrue();
        assertThat(MariaDbReplication.covers("0-1-6", "0-1-7")).isFalse();
        assertThat(MariaDbReplication.covers("0-1-100,1-1-5", "1-1-5,0-1-9")).isTrue();
        assertThat(MariaDbReplication.covers("0-1-100", "0-1-9,1-1-1")).isFalse();
        assertThat(MariaDbReplication.covers("", "0-1-1")).isFalse();
        assertThat(MariaDbReplication.covers("0-1-7,0-2-9", "0-2-8")).isTrue();
    }
}
