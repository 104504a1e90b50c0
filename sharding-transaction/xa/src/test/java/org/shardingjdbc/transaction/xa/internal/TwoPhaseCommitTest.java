package org.shardingjdbc.transaction.xa.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** The statements of each dialect do on its database what they say, seen through plain connections. */
class TwoPhaseCommitTest {
    private static final String NAME = "two_phase";

    @ParameterizedTest
    @EnumSource
    void commitsAtOnce(DatabaseKind kind) throws SQLException {
        TestServer server = server(kind);
        TwoPhaseCommit commands = commands(kind);
        BranchId branch = branch(1);
        try (Connection connection = server.dataSource(NAME).getConnection()) {
            begin(connection, commands, branch);
            run(connection, "INSERT INTO t VALUES (1)");
            run(connection, commands.end(branch));
            if (commands.commitAtOnce(branch) == null) {
                connection.commit();
            } else {
                run(connection, commands.commitAtOnce(branch));
            }
        }
        assertThat(rows(server)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void rollsBackAtOnce(DatabaseKind kind) throws SQLException {
        TestServer server = server(kind);
        TwoPhaseCommit commands = commands(kind);
        BranchId branch = branch(2);
        try (Connection connection = server.dataSource(NAME).getConnection()) {
            begin(connection, commands, branch);
            run(connection, "INSERT INTO t VALUES (1)");
            run(connection, commands.end(branch));
            if (commands.rollbackAtOnce(branch) == null) {
                connection.rollback();
            } else {
                run(connection, commands.rollbackAtOnce(branch));
            }
            begin(connection, commands, branch(3));
            run(connection, commands.end(branch(3)));
            if (commands.commitAtOnce(branch(3)) == null) {
                connection.commit();
            } else {
                run(connection, commands.commitAtOnce(branch(3)));
            }
        }
        assertThat(rows(server)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void commitsWhatItPrepared(DatabaseKind kind) throws SQLException {
        TestServer server = server(kind);
        TwoPhaseCommit commands = commands(kind);
        BranchId branch = branch(4);
        try (Connection connection = server.dataSource(NAME).getConnection()) {
            prepare(connection, commands, branch);
            assertThat(prepared(server, commands)).containsExactly(branch);
            outside(connection, commands);
            run(connection, commands.commitPrepared(branch));
            assertThat(prepared(server, commands)).isEmpty();
            assertThatThrownBy(() -> run(connection, commands.commitPrepared(branch)))
                    .isInstanceOfSatisfying(SQLException.class, e -> assertThat(commands.isUnknownBranch(e))
                            .as("%s", e)
                            .isTrue());
        }
        assertThat(rows(server)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2")
    void endsOnAnotherConnectionWhatAnEarlierOnePrepared(DatabaseKind kind) throws Exception {
        TestServer server = server(kind);
        TwoPhaseCommit commands = commands(kind);
        try (Connection connection = server.dataSource(NAME).getConnection()) {
            prepare(connection, commands, branch(5));
        }
        try (Connection connection = server.dataSource(NAME).getConnection()) {
            prepare(connection, commands, branch(6));
        }
        assertThat(prepared(server, commands)).containsExactlyInAnyOrder(branch(5), branch(6));
        try (Connection connection = server.dataSource(NAME).getConnection()) {
            run(connection, commands.commitPrepared(branch(5)));
            run(connection, commands.rollbackPrepared(branch(6)));
        }
        assertThat(prepared(server, commands)).isEmpty();
        assertThat(rows(server)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void asksWhatIsMissing(DatabaseKind kind) throws SQLException {
        TestServer server = server(kind);
        String query = commands(kind).asksWhatIsMissing();
        if (query == null) {
            return;
        }
        try (Connection connection = server.dataSource(NAME).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            assertThat(rows.next()).isFalse();
        }
    }

    private static TestServer server(DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.of(kind);
        server.createDatabase(NAME);
        try (Connection connection = server.dataSource(NAME).getConnection()) {
            run(connection, "CREATE TABLE t (id INT PRIMARY KEY)");
        }
        return server;
    }

    private static TwoPhaseCommit commands(DatabaseKind kind) {
        Dialect dialect = Dialects.named(kind.name());
        return dialect.twoPhaseCommit();
    }

    /** With bytes that are no letters. */
    private static BranchId branch(int number) {
        byte[] global = ("node'_\\" + number).getBytes(StandardCharsets.UTF_8);
        return new BranchId(7, global, new byte[] {0, (byte) 0xff, '_', (byte) number});
    }

    private static void begin(Connection connection, TwoPhaseCommit commands, BranchId branch) throws SQLException {
        if (commands.begin(branch) == null) {
            connection.setAutoCommit(false);
        } else {
            run(connection, commands.begin(branch));
        }
    }

    private static void prepare(Connection connection, TwoPhaseCommit commands, BranchId branch) throws SQLException {
        begin(connection, commands, branch);
        run(connection, "INSERT INTO t VALUES (" + branch.branch()[3] + ")");
        run(connection, commands.end(branch));
        run(connection, commands.prepare(branch));
    }

    private static void outside(Connection connection, TwoPhaseCommit commands) throws SQLException {
        if (commands.endsPreparedInAutoCommit() && !connection.getAutoCommit()) {
            connection.setAutoCommit(true);
        }
    }

    private static List<BranchId> prepared(TestServer server, TwoPhaseCommit commands) throws SQLException {
        List<BranchId> found = new ArrayList<>();
        try (Connection connection = server.dataSource(NAME).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(commands.prepared())) {
            while (rows.next()) {
                found.add(commands.prepared(rows));
            }
        }
        return found;
    }

    private static int rows(TestServer server) throws SQLException {
        try (Connection connection = server.dataSource(NAME).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** @param sql null for nothing */
    private static void run(Connection connection, String sql) throws SQLException {
        if (sql == null) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
