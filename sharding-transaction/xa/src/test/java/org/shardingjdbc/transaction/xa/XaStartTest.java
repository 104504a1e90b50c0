package org.shardingjdbc.transaction.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.TransactionConfiguration;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.DriverDataSource;
import org.shardingjdbc.testkit.TestServer;

/** What is missing or wrong is said at the start, with what to do about it. */
@Timeout(300)
class XaStartTest {
    private static final String NAME = "xa_start";

    @TempDir
    private Path logs;

    @Test
    void postgreSqlWithoutPreparedTransactions() throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            DriverDataSource database =
                    new DriverDataSource(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
            assertThatThrownBy(() -> open(database, Map.of()))
                    .hasMessageContaining("SHD-6012: Data source ds_0 cannot take part in XA transactions:"
                            + " max_prepared_transactions is 0: set it to at least max_connections in postgresql.conf");
        }
    }

    @Test
    void mySqlWithoutThePrivilegeToRecover() throws SQLException {
        TestServer server = TestServer.of(DatabaseKind.MYSQL);
        String url = server.createDatabase(NAME);
        try (Connection connection = server.dataSource(NAME).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP USER IF EXISTS 'xa_poor'@'%'");
            statement.execute("CREATE USER 'xa_poor'@'%' IDENTIFIED BY 'secret'");
            statement.execute("GRANT ALL ON " + NAME + ".* TO 'xa_poor'@'%'");
            DriverDataSource database = new DriverDataSource(
                    url + (url.contains("?") ? "&" : "?") + "allowPublicKeyRetrieval=true&useSSL=false",
                    "xa_poor",
                    "secret");
            assertThatThrownBy(() -> open(database, Map.of()))
                    .hasMessageContaining("SHD-6012: Data source ds_0")
                    .hasMessageContaining("its prepared branches cannot be looked for")
                    .hasMessageContaining("GRANT XA_RECOVER_ADMIN ON *.* TO the user of the data source");
            statement.execute("GRANT XA_RECOVER_ADMIN ON *.* TO 'xa_poor'@'%'");
            open(database, Map.of()).close();
            statement.execute("DROP USER 'xa_poor'@'%'");
        }
    }

    /** The servers of before cannot be had, so a server of today is asked what it would say of them. */
    @ParameterizedTest
    @CsvSource({
        "5.6.51-log, true",
        "5.7.6, true",
        "5.7.7-rc-log, false",
        "5.7.44, false",
        "8.0.36, false",
        "9.1.0, false",
        "10.4.34-MariaDB, true",
        "10.5.0-MariaDB-log, false",
        "11.4.2-MariaDB, false"
    })
    void serversThatLosePreparedBranches(String version, boolean refused) throws SQLException {
        String asked = Dialects.named("MYSQL").twoPhaseCommit().asksWhatIsMissing();
        TestServer server = TestServer.of(DatabaseKind.MARIADB);
        server.createDatabase(NAME);
        try (Connection connection = server.dataSource(NAME).getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(asked.replace("VERSION()", "'" + version + "'"))) {
            assertThat(rows.next()).isEqualTo(refused);
            if (refused) {
                assertThat(rows.getString(1)).startsWith(version).contains("MySQL 5.7.7", "MariaDB 10.5");
            }
        }
    }

    @Test
    void mySql57IsEnough() throws SQLException {
        TestServer server = TestServer.mySql57();
        String url = server.createDatabase(NAME);
        open(new DriverDataSource(url, server.user(), server.password()), Map.of())
                .close();
    }

    @Test
    void aLogThatAnotherOneUses() throws Exception {
        DriverDataSource database = database();
        try (FileChannel channel = FileChannel.open(
                        logs.resolve("decisions.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertThatThrownBy(() -> open(database, Map.of("log-directory", logs.toString())))
                    .hasMessageContaining("SHD-6021: The transaction log " + logs + " cannot be used")
                    .hasMessageContaining("Give each process a log of its own");
        }
        open(database, Map.of("log-directory", logs.toString())).close();
    }

    @Test
    void aLogInNoDataSource() throws SQLException {
        DriverDataSource database = database();
        assertThatThrownBy(() -> open(database, Map.of("log-data-source", "ds_9")))
                .hasMessageContaining("SHD-3001")
                .hasMessageContaining("transaction.props.log-data-source is ds_9, not one of the data sources [ds_0]");
    }

    @Test
    void aSharedLogWhereTablesCannotBeMade() throws SQLException {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = server.createDatabase(NAME);
        try (Connection connection = server.dataSource(NAME).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP ROLE IF EXISTS xa_poor");
            statement.execute("CREATE ROLE xa_poor LOGIN PASSWORD 'secret'");
            statement.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
            DriverDataSource poor = new DriverDataSource(url, "xa_poor", "secret");
            assertThatThrownBy(() -> open(poor, Map.of("log-data-source", "ds_0")))
                    .hasMessageContaining("SHD-6021: The transaction log has no tables in data source ds_0")
                    .hasMessageContaining("run there: CREATE TABLE sharding_transaction_node (");
            statement.execute("DROP ROLE xa_poor");
        }
    }

    @Test
    void narayanaHasNoSharedLog() throws SQLException {
        DriverDataSource database = database();
        assertThatThrownBy(() -> open(database, "Narayana", Map.of("log-data-source", "ds_0")))
                .hasMessageContaining("SHD-3001")
                .hasMessageContaining("providerType: Atomikos can");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "ä", "12345678901234567890123456789"})
    void aNameThatIsNone(String node) throws SQLException {
        DriverDataSource database = database();
        assertThatThrownBy(() -> open(database, Map.of("node-name", node)))
                .hasMessageContaining("transaction.props.node-name is " + node + ", not 1 to 28 of the characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "soon"})
    void aLeaseThatIsNone(String lease) throws SQLException {
        DriverDataSource database = database();
        assertThatThrownBy(() -> open(database, Map.of("log-lease-seconds", lease)))
                .hasMessageContaining(
                        "transaction.props.log-lease-seconds is " + lease + ", not a number of seconds from 1");
    }

    private static DriverDataSource database() throws SQLException {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        return new DriverDataSource(server.createDatabase(NAME), server.user(), server.password());
    }

    private ShardingDataSource open(DriverDataSource database, Map<String, String> properties) throws SQLException {
        return open(database, "Atomikos", properties);
    }

    private ShardingDataSource open(DriverDataSource database, String provider, Map<String, String> properties)
            throws SQLException {
        Map<String, String> all = new HashMap<>(properties);
        all.putIfAbsent("log-directory", logs.resolve("own").toString());
        return ShardingDataSourceFactory.create(ShardingConfiguration.builder()
                .databaseName("start")
                .dataSource("ds_0", database)
                .transaction(new TransactionConfiguration("XA", provider, all))
                .build());
    }
}
