package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.testkit.ChildJvm;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** What servers and configurations forbid, on servers that keep no log for others; told before anything is changed. */
class RefusedMovesTest {
    private static final String SOURCE = """
            dataSources:
              ds_0: {jdbcUrl: '%s', username: %s, password: '%s', maximumPoolSize: 2}
            rules:
            """;
    private static final String BOUND = """
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_0.t_order_${0..1}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: orders}}
                t_item:
                  actualDataNodes: ds_0.t_item_${0..1}
                  tableStrategy: {standard: {shardingColumn: order_id, shardingAlgorithmName: items}}
              bindingTables: ['t_order, t_item']
              shardingAlgorithms:
                orders: {type: INLINE, props: {algorithm-expression: 't_order_${order_id % 2}'}}
                items: {type: INLINE, props: {algorithm-expression: 't_item_${order_id % 2}'}}
            """;

    private static ShardingConfiguration configuration(String url, String user, String password, String rules) {
        return YamlConfigurations.parse(
                SOURCE.formatted(url, user, password) + rules, "refused.yaml", PlaceholderType.NONE);
    }

    private static String tables(TestServer server, String name) throws SQLException {
        String url = server.createDatabase(name);
        for (String table : List.of("t_order", "t_item")) {
            for (int i = 0; i < 2; i++) {
                BinlogServer.execute(
                        server, url, "CREATE TABLE " + table + "_" + i + " (id INT PRIMARY KEY, order_id INT)");
            }
        }
        return url;
    }

    /** Both tables get other actual tables. */
    private static String moved() {
        return BOUND.replace("t_order_${", "t_order_v2_${").replace("t_item_${", "t_item_v2_${");
    }

    private static List<String> obstacles(
            TestServer server, String url, String user, String password, String next, List<String> tables)
            throws SQLException {
        try (ShardingDataSource dataSource =
                        ShardingDataSourceFactory.create(configuration(url, user, password, BOUND));
                ScalingJob job =
                        ScalingJob.of(dataSource, "refused", configuration(url, user, password, next), tables)) {
            List<String> obstacles = job.plan().obstacles();
            assertThatThrownBy(job::start)
                    .hasMessageContaining("SHD-8001")
                    .hasMessageContaining(obstacles.get(0))
                    .hasMessageContaining("nothing was changed");
            assertThat(job.progress().phase()).isEqualTo(ScalingPhase.PLANNED);
            assertThat(
                            BinlogServer.texts(
                                    server,
                                    url,
                                    "SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'sharding_jdbc_scaling%'"))
                    .isEmpty();
            return obstacles;
        }
    }

    private static final List<String> BOTH = List.of("t_order", "t_item");

    @Test
    void aServerWithoutALogForOthers() throws Exception {
        TestServer postgreSql = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = tables(postgreSql, "refused_log");
        assertThat(obstacles(postgreSql, url, postgreSql.user(), postgreSql.password(), moved(), BOTH))
                .containsExactly("ds_0: wal_level is replica; set it to logical and start the server anew");
        TestServer mySql = TestServer.of(DatabaseKind.MYSQL);
        String other = tables(mySql, "refused_log");
        assertThat(obstacles(mySql, other, mySql.user(), mySql.password(), moved(), BOTH))
                .contains("ds_0: The server writes no binary log; start it with log_bin");
    }

    /** In a JVM of its own, whose class path has all but that. */
    @Test
    void aProcessWithoutTheReaderOfTheLog() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.MYSQL);
        String url = tables(server, "refused_reader");
        String classPath = Arrays.stream(ChildJvm.classPath().split(File.pathSeparator))
                .filter(each -> !each.contains("mysql-binlog-connector"))
                .collect(Collectors.joining(File.pathSeparator));
        List<String> command = ChildJvm.command(
                "-cp", classPath, RefusedMovesTest.class.getName(), url, server.user(), server.password());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("SHD-8001")
                .contains("io.debezium:mysql-binlog-connector-java")
                .doesNotContain("NoClassDefFoundError");
        assertThat(process.waitFor()).isZero();
    }

    /** Begins a job, and tells why that is refused. */
    public static void main(String[] arguments) throws SQLException {
        try (ShardingDataSource dataSource =
                ShardingDataSourceFactory.create(configuration(arguments[0], arguments[1], arguments[2], BOUND))) {
            ScalingJob.of(
                    dataSource, "refused", configuration(arguments[0], arguments[1], arguments[2], moved()), BOTH);
        } catch (SQLException e) {
            System.out.println(e.getMessage());
        }
    }

    @Test
    void aUserWithoutRights() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = tables(server, "refused_rights");
        BinlogServer.execute(
                server,
                url,
                "DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'mover') THEN"
                        + " CREATE ROLE mover LOGIN PASSWORD 'secret'; END IF; END $$",
                "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
                "GRANT SELECT ON ALL TABLES IN SCHEMA public TO mover");
        assertThat(obstacles(server, url, "mover", "secret", moved(), BOTH))
                .contains(
                        "ds_0: The user mover may not replicate; ALTER ROLE ... REPLICATION lets it",
                        "ds_0: The user may make no publication; GRANT CREATE ON DATABASE lets it",
                        "ds_0: The user may make no tables; GRANT CREATE ON SCHEMA lets it",
                        "ds_0: Table t_order_0 belongs to somebody else; let its owner move it");
    }

    @Test
    void aTableOfABindingGroupThatIsLeftOut() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = tables(server, "refused_bound");
        assertThat(obstacles(server, url, server.user(), server.password(), moved(), List.of("t_order")))
                .contains(
                        "Table t_item has another layout in the next configuration, too; let it move along with t_order,"
                                + " or leave it there as it is");
        String alone =
                BOUND.replace("t_order_${", "t_order_v2_${").replace("  bindingTables: ['t_order, t_item']\n", "");
        assertThat(obstacles(server, url, server.user(), server.password(), alone, List.of("t_order")))
                .contains("Table t_item is bound to t_order and stays; let all tables of the group move together");
    }

    private static final String ENCRYPTED = """
            - !ENCRYPT
              tables:
                t_order:
                  columns:
                    %s: {cipher: {name: %s, encryptorName: aes}}
              encryptors:
                aes: {type: AES, props: {aes-key-value: '0123456789abcdef', digest-algorithm-name: SHA-1}}
            """;

    /** Rows are copied as they are stored: other ciphers would be read as what they are not. */
    @Test
    void columnsThatAreEncryptedOtherwise() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = tables(server, "refused_encrypted");
        assertThat(obstacles(
                        server,
                        url,
                        server.user(),
                        server.password(),
                        moved() + ENCRYPTED.formatted("note", "note_cipher"),
                        BOTH))
                .contains(
                        "The columns of t_order are encrypted otherwise in the next configuration, and rows are copied"
                                + " as they are stored; change the encryption before the job or behind it");
    }

    @Test
    void aShardingColumnThatIsEncrypted() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = tables(server, "refused_cipher");
        assertThat(obstacles(
                        server,
                        url,
                        server.user(),
                        server.password(),
                        moved() + ENCRYPTED.formatted("order_id", "order_id"),
                        BOTH))
                .contains("The sharding column order_id of t_order is encrypted, and its stored values do not say where"
                        + " rows belong; shard by another one");
    }

    @Test
    void aTableWhoseRulesChangeBesideTheOnesThatMove() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = tables(server, "refused_beside");
        String changed = BOUND.replace("  bindingTables: ['t_order, t_item']\n", "")
                .replace("t_order_${", "t_order_v2_${")
                .replace("t_item_${order_id % 2}", "t_item_${(order_id + 1) % 2}");
        assertThat(obstacles(server, url, server.user(), server.password(), changed, List.of("t_order")))
                .anyMatch(each -> each.startsWith("Table t_item has another layout in the next configuration, too"));
    }

    private static List<String> afterwards(String name, String... statements) throws SQLException {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = tables(server, name);
        BinlogServer.execute(server, url, statements);
        return obstacles(server, url, server.user(), server.password(), moved(), BOTH);
    }

    @Test
    void whatATableHasThatWouldNotBeAtItsNewPlace() throws Exception {
        assertThat(afterwards(
                        "refused_beside_rows",
                        "ALTER TABLE t_order_0 ENABLE ROW LEVEL SECURITY",
                        "CREATE RULE skipped AS ON INSERT TO t_order_1 WHERE NEW.id < 0 DO INSTEAD NOTHING",
                        "ALTER TABLE t_item_0 SET UNLOGGED",
                        "ALTER TABLE t_item_1 REPLICA IDENTITY NOTHING"))
                .contains(
                        "ds_0: Table t_order_0 has row level security, which would not be at its new place",
                        "ds_0: Table t_order_1 has rules; drop them",
                        "ds_0: Table t_item_0 is not written to the log; ALTER TABLE ... SET LOGGED",
                        "ds_0: Table t_item_1 tells the log of rows otherwise than by default; REPLICA IDENTITY DEFAULT");
        assertThat(afterwards(
                        "refused_parts",
                        "CREATE TABLE t_child () INHERITS (t_order_0)",
                        "DROP TABLE t_item_0",
                        "CREATE TABLE t_item_0 (id INT PRIMARY KEY, order_id INT) PARTITION BY RANGE (id)"))
                .contains(
                        "ds_0: Table t_order_0 has partitions, or inherits", "ds_0: Table t_item_0 is no plain table");
    }

    @Test
    void aServerWhoseSlotsAreTaken() throws Exception {
        TestServer server = TestServer.of(DatabaseKind.POSTGRESQL);
        String url = tables(server, "refused_slots");
        String free = "SELECT current_setting('max_replication_slots')::int - count(*) FROM pg_replication_slots";
        int count = Integer.parseInt(BinlogServer.texts(server, url, free).get(0));
        try {
            BinlogServer.texts(
                    server,
                    url,
                    "SELECT pg_create_physical_replication_slot('taken_' || i) FROM generate_series(1, " + count
                            + ") AS i");
            assertThat(obstacles(server, url, server.user(), server.password(), moved(), BOTH))
                    .contains("ds_0: All replication slots are taken; drop one, or raise max_replication_slots");
        } finally {
            BinlogServer.texts(
                    server,
                    url,
                    "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name LIKE 'taken\\_%'");
        }
    }
}
