package org.shardingjdbc.feature.readwrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Where the reads of transactions go. The "replicas" are databases whose rows say where they are. */
class TransactionalReadsTest {
    private static final String READ = "SELECT place FROM t WHERE id = 0";
    private static final List<String> DATABASES = List.of("primary_0", "one", "two");

    @ParameterizedTest
    @EnumSource
    void fixedKeepsAReplicaUntilItWrites(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = open(kind, "FIXED");
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            String first = read(connection, READ);
            assertThat(first).isIn("one", "two");
            assertThat(reads(connection, 4)).containsOnly(first);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE t SET place = 'mine' WHERE id = 0");
            }
            assertThat(reads(connection, 4)).containsOnly("mine");
            connection.rollback();
            assertThat(reads(connection, 1)).isSubsetOf("one", "two").doesNotContain(first);
            connection.commit();
        }
    }

    @ParameterizedTest
    @EnumSource
    void dynamicTakesAnyReplicaUntilItLocks(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = open(kind, "DYNAMIC");
                Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            assertThat(reads(connection, 4)).containsOnly("one", "two").contains("one", "two");
            assertThat(read(connection, READ + " FOR UPDATE")).isEqualTo("primary_0");
            assertThat(reads(connection, 4)).containsOnly("primary_0");
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReadThatIsNoReplicasMovesTheTransaction(DatabaseKind kind) throws Exception {
        for (String strategy : List.of("FIXED", "DYNAMIC")) {
            try (ShardingDataSource dataSource = open(kind, strategy);
                    Connection connection = dataSource.getConnection()) {
                connection.setAutoCommit(false);
                assertThat(read(connection, READ)).isNotEqualTo("primary_0");
                assertThat(read(connection, "/* SHARDING_HINT: WRITE_ROUTE_ONLY=true */ " + READ))
                        .isEqualTo("primary_0");
                assertThat(reads(connection, 3)).containsOnly("primary_0");
                connection.commit();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReadOnlyConnectionHasOneReplicaForEachTransaction(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = open(kind, "PRIMARY");
                Connection connection = dataSource.getConnection()) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            String first = read(connection, READ);
            assertThat(first).isIn("one", "two");
            assertThat(reads(connection, 4)).containsOnly(first);
            assertThat(read(connection, "EXPLAIN SHARDING " + READ)).contains(first + " for ds_0");
            connection.commit();
            assertThat(reads(connection, 3)).doesNotContain(first, "primary_0");
            connection.commit();
            connection.setReadOnly(false);
            assertThat(reads(connection, 2)).containsOnly("primary_0");
            connection.rollback();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTransactionThatIsBegunReadOnlyHasOneReplica(DatabaseKind kind) throws Exception {
        assumeThat(kind).isNotEqualTo(DatabaseKind.H2);
        List<List<String>> begins = kind == DatabaseKind.POSTGRESQL
                ? List.of(List.of("BEGIN READ ONLY"), List.of("BEGIN", "SET TRANSACTION READ ONLY"))
                : List.of(
                        List.of("START TRANSACTION READ ONLY"),
                        List.of("SET TRANSACTION READ ONLY", "START TRANSACTION"));
        try (ShardingDataSource dataSource = open(kind, "PRIMARY");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (List<String> begin : begins) {
                for (String sql : begin) {
                    statement.execute(sql);
                }
                String first = read(connection, READ);
                assertThat(first).as("%s", begin).isIn("one", "two");
                assertThat(reads(connection, 3)).containsOnly(first);
                statement.execute("COMMIT");
                statement.execute("START TRANSACTION");
                assertThat(reads(connection, 2)).as("after %s", begin).containsOnly("primary_0");
                statement.execute("ROLLBACK");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void aSnapshotIsThePrimarys(DatabaseKind kind) throws Exception {
        try (ShardingDataSource dataSource = open(kind, "FIXED");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("START TRANSACTION WITH CONSISTENT SNAPSHOT");
            assertThat(reads(connection, 2)).containsOnly("primary_0");
            statement.execute("COMMIT");
        }
    }

    private static ShardingDataSource open(DatabaseKind kind, String strategy) throws Exception {
        TestServer server = TestServer.of(kind);
        String prefix = "rw_tx_" + kind.name().toLowerCase(Locale.ROOT) + "_";
        StringBuilder sources = new StringBuilder("dataSources:\n");
        for (String name : DATABASES) {
            String url = server.createDatabase(prefix + name);
            try (Connection connection = server.dataSource(prefix + name).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t (id INT PRIMARY KEY, place VARCHAR(20))");
                statement.execute("INSERT INTO t VALUES (0, '" + name + "')");
            }
            sources.append("  %s: {jdbcUrl: \"%s\", username: \"%s\", password: \"%s\", minimumIdle: 0}\n"
                    .formatted(name, url, server.user(), server.password()));
        }
        String rules = """
                rules:
                - !READWRITE_SPLITTING
                  dataSourceGroups:
                    ds_0:
                      writeDataSourceName: primary_0
                      readDataSourceNames: [one, two]
                      transactionalReadQueryStrategy: %s
                - !SINGLE
                  tables: ['*.*']
                """.formatted(strategy);
        String yaml = sources + (kind == DatabaseKind.POSTGRESQL ? rules.replace("*.*", "*.*.*") : rules);
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> reads(Connection connection, int count) throws SQLException {
        List<String> places = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            places.add(read(connection, READ));
        }
        return places;
    }

    private static String read(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            StringBuilder text = new StringBuilder();
            while (rows.next()) {
                text.append(rows.getString(1));
            }
            return text.toString();
        }
    }
}
