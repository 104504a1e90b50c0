package org.shardingjdbc.dialect.internal.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PostgreSqlReplicationTest {
    @Test
    void aRecordThatEndsWithItsPageEndsBeforeTheNextHeader() {
        assertThat(PostgreSqlReplication.endOfLastRecord("0/3002018")).isEqualTo("0/3002000");
        assertThat(PostgreSqlReplication.endOfLastRecord("1A/18")).isEqualTo("1A/0");
        assertThat(PostgreSqlReplication.endOfLastRecord("0/3002020")).isEqualTo("0/3002020");
        assertThat(PostgreSqlReplication.endOfLastRecord("0/3000028")).isEqualTo("0/3000028");
    }

    @Test
    void positionsCompareOnTheirTimelineOnly() {
        PostgreSqlReplication replication = new PostgreSqlReplication();
        assertThat(replication.covers("1:0/3000148", "1:0/3000148")).isTrue();
        assertThat(replication.covers("1:1/0", "1:0/FFFFFFFF")).isTrue();
        assertThat(replication.covers("1:0/3000147", "1:0/3000148")).isFalse();
        assertThat(replication.covers("1:0/5000000", "2:0/3000148")).isFalse();
        assertThat(replication.covers("2:0/5000000", "1:0/3000148")).isFalse();
        assertThat(replication.covers("12:0/5000000", "1:0/3000148")).isFalse();
        assertThat(replication.covers("1:0/3000148", "0-1-7")).isFalse();
        assertThat(replication.covers("1:0/3000148", "1:0")).isFalse();
        assertThat(replication.covers("1:0/3000148", "1:x/y")).isFalse();
    }
}
