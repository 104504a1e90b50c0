package org.shardingjdbc.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;

class ConnectionLossTest {
    @Test
    void anAnswerIsNoLossWhateverClassADriverHasForIt() {
        // as MariaDB's driver throws SIGNAL SQLSTATE '45000', and errors of resources
        assertThat(ConnectionLoss.is(new SQLTransientConnectionException("no", "45000", 1644)))
                .isFalse();
        assertThat(ConnectionLoss.is(new SQLTransientConnectionException("no", "HV000", 1105)))
                .isFalse();
        assertThat(ConnectionLoss.is(new SQLException("no", "23505"))).isFalse();
    }

    @Test
    void whatCutsTheConnectionIsALoss() {
        assertThat(ConnectionLoss.is(new SQLTransientConnectionException("lost", "08S01")))
                .isTrue();
        assertThat(ConnectionLoss.is(new SQLException("the server goes", "57P01")))
                .isTrue();
        // H2 has states of its own for it
        assertThat(ConnectionLoss.is(new SQLNonTransientConnectionException("lost", "90067")))
                .isTrue();
        assertThat(ConnectionLoss.is(new SQLRecoverableException("lost", "99999")))
                .isTrue();
    }

    @Test
    void whatNobodyKnowsIsALoss() {
        assertThat(ConnectionLoss.is(new SQLException("unsaid"))).isTrue();
        assertThat(ConnectionLoss.is(new SQLTransientConnectionException("unsaid")))
                .isTrue();
        // MariaDB's "Connection was killed"
        assertThat(ConnectionLoss.is(new SQLTransientConnectionException("killed", "70100", 1927)))
                .isTrue();
        assertThat(ConnectionLoss.is(ConnectionLoss.by(new IllegalStateException("a driver's"))))
                .isTrue();
    }
}
