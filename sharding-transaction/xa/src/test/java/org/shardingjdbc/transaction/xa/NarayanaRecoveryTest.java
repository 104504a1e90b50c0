package org.shardingjdbc.transaction.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.arjuna.ats.arjuna.common.Uid;
import com.arjuna.ats.jta.xa.XATxConverter;
import com.arjuna.ats.jta.xa.XidImple;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.dialect.twophase.BranchId;
import org.shardingjdbc.dialect.twophase.TwoPhaseCommit;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.DriverDataSource;
import org.shardingjdbc.testkit.TestServer;

/** What Narayana does to branches that nobody will commit, and what it leaves alone. */
@Timeout(300)
class NarayanaRecoveryTest {
    private static final TwoPhaseCommit COMMANDS =
            Dialects.named(DatabaseKind.POSTGRESQL.name()).twoPhaseCommit();

    private final TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);

    @TempDir
    private Path logs;

    @Test
    void rollsBackWhatIsItsOwnOnly() throws Exception {
        String url = server.createDatabase("narayana_orphans");
        DriverDataSource database = new DriverDataSource(url, server.user(), server.password());
        try (ShardingDataSource first = open("first", database)) {
            XidImple own = new XidImple(new Uid(), true, 0);
            XidImple ofOtherNode = new XidImple(new Uid(), true, 0);
            XATxConverter.setNodeName(ofOtherNode.getXID(), "other");
            BranchId ofOther = new BranchId(1, new byte[] {1}, new byte[] {2});
            prepare(database, id(own));
            prepare(database, id(ofOtherNode));
            prepare(database, ofOther);
            try (ShardingDataSource second = open("second", database)) {
                assertThat(second.getConnection().isValid(1)).isTrue();
                while (prepared(database).contains(id(own))) {
                    TimeUnit.MILLISECONDS.sleep(50);
                }
            }
            assertThat(prepared(database)).containsExactlyInAnyOrder(id(ofOtherNode), ofOther);
            assertThat(first.getConnection().isValid(1)).isTrue();
        }
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (BranchId left : prepared(database)) {
                statement.execute(COMMANDS.rollbackPrepared(left));
            }
        }
    }

    @Test
    void hasOneLogInAJvm() throws SQLException {
        String url = server.createDatabase("narayana_log");
        DriverDataSource database = new DriverDataSource(url, server.user(), server.password());
        try (ShardingDataSource first = open("first", database);
                Connection connection = first.getConnection()) {
            Map<String, String> elsewhere = Map.of("log-directory", logs.toString());
            assertThatThrownBy(
                            () -> open("second", database, new TransactionConfiguration("XA", "Narayana", elsewhere)))
                    .hasMessageContaining("transaction.props.log-directory is " + logs)
                    .hasMessageContaining("SHD-3001");
            assertThat(connection.isValid(1)).isTrue();
        }
    }

    private ShardingDataSource open(String name, DriverDataSource database) throws SQLException {
        return open(name, database, XaProvider.NARAYANA.configuration(logs, "test", Map.of()));
    }

    private static ShardingDataSource open(
            String name, DriverDataSource database, TransactionConfiguration transactions) throws SQLException {
        return ShardingDataSourceFactory.create(ShardingConfiguration.builder()
                .databaseName(name)
                .dataSource("ds", database)
                .transaction(transactions)
                .build());
    }

    private static BranchId id(Xid xid) {
        return new BranchId(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier());
    }

    private static void prepare(DriverDataSource database, BranchId id) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("SELECT pg_current_xact_id()");
            statement.execute(COMMANDS.prepare(id));
        }
    }

    private static Set<BranchId> prepared(DriverDataSource database) throws SQLException {
        Set<BranchId> found = new HashSet<>();
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(COMMANDS.prepared())) {
            while (rows.next()) {
                found.add(COMMANDS.prepared(rows));
            }
        }
        return found;
    }
}
