package org.shardingjdbc.dialect.postgresql;

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
}
