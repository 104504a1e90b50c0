package org.shardingjdbc.transaction.base.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.apache.seata.core.exception.TransactionException;
import org.apache.seata.rm.datasource.exec.LockConflictException;
import org.junit.jupiter.api.Test;

/** What a failed commit says of the rows, in the forms in which Seata hands it on. */
class SeataErrorsTest {
    @Test
    void aLostConnectionLeavesItOpen() {
        assertThat(SeataErrors.mayHaveCommitted(new SQLException(new SQLException("gone", "08006"))))
                .isTrue();
        assertThat(SeataErrors.mayHaveCommitted(new SQLException(new IllegalStateException("driver"))))
                .isTrue();
    }

    @Test
    void whatTheDatabaseOrTheServerRefusedIsNotThere() {
        assertThat(SeataErrors.mayHaveCommitted(new SQLException(new SQLException("deferred", "23503"))))
                .isFalse();
        assertThat(SeataErrors.mayHaveCommitted(new SQLException(new TransactionException("no server"))))
                .isFalse();
        assertThat(SeataErrors.mayHaveCommitted(SeataErrors.translated(new LockConflictException("held"))))
                .isFalse();
    }
}
