package org.shardingjdbc.jdbc.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.engine.internal.session.transaction.ConnectionLease;
import org.shardingjdbc.error.ErrorCode;

/** How leases end that a logical connection keeps for what only drivers can do. No session is asked for that. */
class DriverConnectionsTest {
    private final DriverConnections connections = new DriverConnections(null);
    private final List<String> ended = new ArrayList<>();

    private ConnectionLease lease(String name) {
        return new ConnectionLease(connection -> ended.add(name), null);
    }

    private static ConnectionLease broken(Error failure) {
        return new ConnectionLease(
                connection -> {
                    throw failure;
                },
                null);
    }

    @Test
    void aLeaseThatFailsToEndKeepsNoneBehindItOpen() throws SQLException {
        Error first = new InternalError("first");
        Error second = new InternalError("second");
        connections.keep(broken(first));
        connections.keep(lease("a"));
        connections.keep(broken(second));
        connections.keep(lease("b"));
        assertThatThrownBy(connections::close).isSameAs(first).hasSuppressedException(second);
        assertThat(ended).containsExactly("a", "b");
        connections.close();
        assertThat(ended).containsExactly("a", "b");
    }

    @Test
    void nothingIsKeptOnceItIsClosed() {
        connections.close();
        assertThatThrownBy(() -> connections.keep(lease("late"))).hasMessageContaining(ErrorCode.CLOSED.id());
        assertThat(ended).containsExactly("late");
    }
}
