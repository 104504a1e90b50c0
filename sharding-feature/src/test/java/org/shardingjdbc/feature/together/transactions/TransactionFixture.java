package org.shardingjdbc.feature.together.transactions;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * The tables of {@link RandomSteps} in one plain database and in a sharded one: two that lie together on four nodes, a
 * broadcast and a single one.
 */
final class TransactionFixture implements AutoCloseable {
    /** What there is besides sharding. */
    enum Rules {
        NONE,
        /** Groups whose replica is the primary's database, and two encrypted columns. */
        READWRITE_AND_ENCRYPTION
    }

    private static final String FURTHER = """
            - !READWRITE_SPLITTING
              dataSourceGroups:
                ds_0: {writeDataSourceName: primary_0, readDataSourceNames: [replica_0]}
                ds_1: {writeDataSourceName: primary_1, readDataSourceNames: [replica_1]}
            - !ENCRYPT
              tables:
                t_account:
                  columns:
                    owner:
                      cipher: {name: owner, encryptorName: aes}
                    note:
                      cipher: {name: note, encryptorName: gcm}
                      assistedQuery: {name: note_digest, encryptorName: digest}
              encryptors:
                aes: {type: AES, props: {aes-key-value: 123456abc, digest-algorithm-name: SHA-1}}
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                digest: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
            """;
    private static final String SHARDING = """
            - !SHARDING
              autoTables:
                t_account:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod}}
                t_entry:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: account_id, shardingAlgorithmName: mod}}
              bindingTables: ["t_account,t_entry"]
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !BROADCAST
              tables: [t_setting]
            - !SINGLE
              tables: ["*.*"]
            """;

    private final TestServer server;
    private final String plainUrl;
    private final ShardingDataSource sharded;

    private TransactionFixture(TestServer server, String plainUrl, ShardingDataSource sharded) {
        this.server = server;
        this.plainUrl = plainUrl;
        this.sharded = sharded;
    }

    /** @param logs a folder for the log of XA */
    static TransactionFixture on(DatabaseKind kind, String type, Rules rules, Path logs) throws SQLException {
        TestServer server = TestServer.of(kind);
        String base = "together_" + type.toLowerCase(Locale.ROOT) + rules.ordinal();
        String plainUrl = server.createDatabase(base + "_plain");
        String yaml = yaml(server, base, type, rules, logs);
        ShardingDataSource sharded =
                ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
        TransactionFixture fixture = new TransactionFixture(server, plainUrl, sharded);
        boolean made = false;
        try (Connection plain = fixture.openPlain();
                Connection connection = sharded.getConnection()) {
            create(plain, "");
            create(connection, rules == Rules.NONE ? "" : ", note_digest VARCHAR(200)");
            made = true;
            return fixture;
        } finally {
            if (!made) {
                fixture.close();
            }
        }
    }

    private static void create(Connection connection, String furtherColumns) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_account (id INT NOT NULL PRIMARY KEY, owner VARCHAR(200) NOT NULL,"
                    + " balance INT NOT NULL, note VARCHAR(200)" + furtherColumns + ")");
            statement.execute("CREATE TABLE t_entry (id INT NOT NULL, account_id INT NOT NULL, amount INT NOT NULL,"
                    + " PRIMARY KEY (account_id, id))");
            statement.execute("CREATE TABLE t_setting (k INT NOT NULL PRIMARY KEY, v VARCHAR(40) NOT NULL)");
            statement.execute("CREATE TABLE t_single (id INT NOT NULL PRIMARY KEY, v INT NOT NULL)");
        }
    }

    private static String yaml(TestServer server, String base, String type, Rules rules, Path logs) {
        boolean groups = rules == Rules.READWRITE_AND_ENCRYPTION;
        StringBuilder text = new StringBuilder("databaseName: " + base + "\ndataSources:\n");
        for (int i = 0; i < 2; i++) {
            String url = server.createDatabase(base + "_" + i);
            for (String role : groups ? List.of("primary_", "replica_") : List.of("ds_")) {
                text.append("  %s%d:\n    driverClassName: %s\n    jdbcUrl: '%s'\n"
                                .formatted(role, i, server.driverClassName(), url))
                        .append("    username: '%s'\n    password: '%s'\n".formatted(server.user(), server.password()))
                        .append("    maximumPoolSize: 5\n    minimumIdle: 0\n    connectionTimeout: 30000\n");
                if (role.startsWith("replica")) {
                    // not compared with its primary then, whose database it is
                    text.append("    initializationFailTimeout: -1\n");
                }
            }
        }
        text.append("transaction:\n  defaultType: ").append(type).append('\n');
        if (type.equals("XA")) {
            text.append("  providerType: Atomikos\n  props: {log-directory: '")
                    .append(logs.resolve("log"))
                    .append("'}\n");
        }
        return text.append("rules:\n")
                .append(groups ? FURTHER : "")
                .append(SHARDING)
                .toString();
    }

    Connection openPlain() throws SQLException {
        return DriverManager.getConnection(plainUrl, server.user(), server.password());
    }

    ShardingDataSource sharded() {
        return sharded;
    }

    @Override
    public void close() {
        sharded.close();
    }
}
