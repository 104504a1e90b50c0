package org.shardingjdbc.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.shardingjdbc.testkit.fault.Fault;
import org.shardingjdbc.testkit.fault.FaultyDriver;
import org.shardingjdbc.testkit.fault.JdbcCall;
import org.shardingjdbc.testkit.fault.JdbcProbe;
import org.shardingjdbc.testkit.fault.JdbcProbe.OpenHandles;

@Timeout(300)
class JdbcProbeTest {
    private final JdbcProbe probe = new JdbcProbe();
    private DataSource dataSource;

    @BeforeEach
    void createDatabase() {
        TestServer server = TestServer.of(DatabaseKind.H2);
        server.createDatabase("probe");
        dataSource = probe.wrap("ds_0", server.dataSource("probe"));
    }

    @Test
    void callsAreCountedInOrder() throws SQLException {
        useAll();
        assertThat(probe.calls())
                .extracting(JdbcCall::method)
                .containsExactly(
                        "getConnection",
                        "prepareStatement",
                        "setInt",
                        "executeQuery",
                        "next",
                        "getInt",
                        "close",
                        "close",
                        "close");
        assertThat(probe.calls().get(1)).hasToString("#2 ds_0 Connection@2.prepareStatement(SELECT ?)");
        assertThat(probe.callCount()).isEqualTo(9);
        assertThat(probe.open()).isEqualTo(new OpenHandles(0, 0, 0));
    }

    @Test
    void faultStrikesAtTheCallChosen() throws SQLException {
        for (int call = 1; call <= 9; call++) {
            probe.reset();
            probe.strike(call, Fault.throwing("boom", "22000", 5));
            String number = "#" + call + " ";
            assertThatThrownBy(this::useAll).isInstanceOf(SQLException.class).hasMessageContaining("boom at " + number);
            assertThat(probe.strikeCount()).isOne();
            assertThat(probe.open()).isEqualTo(new OpenHandles(0, 0, 0));
        }
    }

    @Test
    void openObjectsAreKnown() throws SQLException {
        Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1");
        assertThat(probe.open()).isEqualTo(new OpenHandles(1, 1, 1));
        assertThat(rows.getStatement()).isSameAs(statement);
        assertThat(statement.getConnection()).isSameAs(connection);
        assertThat(statement.executeUpdate("CREATE TABLE t (id INT)")).isZero();
        assertThat(probe.open()).isEqualTo(new OpenHandles(1, 1, 0));
        connection.close();
        assertThat(probe.open()).isEqualTo(new OpenHandles(0, 0, 0));
    }

    @Test
    void droppedConnectionStaysGone() throws SQLException {
        Connection connection = dataSource.getConnection();
        probe.strikeWhen(call -> call.is("Connection", "createStatement"), Fault.dropConnection());
        assertThatThrownBy(connection::createStatement).hasMessageContaining("dropped");
        probe.reset();
        assertThatThrownBy(connection::commit)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08003"));
        assertThat(connection.isClosed()).isTrue();
        connection.close();
        assertThat(probe.open().connections()).isZero();
    }

    @Test
    void hangingCallEndsByCancelByCloseAndByRelease() throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Connection connection = dataSource.getConnection();
        try {
            Statement statement = connection.createStatement();
            probe.strikeWhen(call -> call.method().equals("executeQuery"), Fault.hang());

            Future<ResultSet> cancelled = thread.submit(() -> statement.executeQuery("SELECT 1"));
            assertThat(probe.awaitHanging(1, 10_000)).isTrue();
            statement.cancel();
            assertThatThrownBy(cancelled::get).hasCauseInstanceOf(SQLTimeoutException.class);

            Future<ResultSet> released = thread.submit(() -> statement.executeQuery("SELECT 1"));
            assertThat(probe.awaitHanging(1, 10_000)).isTrue();
            probe.release();
            released.get().close();

            Future<ResultSet> closed = thread.submit(() -> statement.executeQuery("SELECT 1"));
            assertThat(probe.awaitHanging(1, 10_000)).isTrue();
            connection.close();
            assertThatThrownBy(closed::get).rootCause().hasMessageContaining("dropped");
        } finally {
            thread.shutdownNow();
        }
    }

    @Test
    void urlReachesARegisteredProbe() throws SQLException {
        FaultyDriver.register("p1", probe);
        String url =
                FaultyDriver.url("p1", "ds_9", TestServer.of(DatabaseKind.H2).jdbcUrl("probe"));
        try (Connection connection = DriverManager.getConnection(url, "sa", "")) {
            assertThat(connection.isValid(1)).isTrue();
            assertThat(probe.calls().get(0).dataSource()).isEqualTo("ds_9");
        } finally {
            FaultyDriver.unregister("p1");
        }
        assertThatThrownBy(() -> DriverManager.getConnection(url, "sa", "")).hasMessageContaining("No probe");
    }

    private void useAll() throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
            statement.setInt(1, 5);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                assertThat(rows.getInt(1)).isEqualTo(5);
            }
        }
    }
}
