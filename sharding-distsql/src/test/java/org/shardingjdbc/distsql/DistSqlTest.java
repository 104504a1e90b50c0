package org.shardingjdbc.distsql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.distsql.internal.DistSqlLanguage;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;

/** Who may, and what is ours and what the databases'. */
class DistSqlTest {
    private static ShardingDataSource open(String name, String allowed) throws SQLException {
        ShardingConfiguration configuration = ShardingConfiguration.builder()
                .dataSource(
                        "ds_0",
                        new TreeMap<>(Map.of("jdbcUrl", "jdbc:h2:mem:distsql_" + name + "_0", "username", "sa")))
                .dataSource(
                        "ds_1",
                        new TreeMap<>(Map.of("jdbcUrl", "jdbc:h2:mem:distsql_" + name + "_1", "username", "sa")))
                .prop(PropKey.DISTSQL_ALLOWED, allowed)
                .build();
        return ShardingDataSourceFactory.create(configuration);
    }

    @Test
    void thePropSaysWhoMay() throws SQLException {
        try (ShardingDataSource none = open("none", "none");
                ShardingDataSource read = open("read", "read")) {
            assertRefused(none, "SHOW STORAGE UNITS", ErrorCode.DISTSQL_NOT_ALLOWED);
            assertRefused(none, "CREATE BROADCAST TABLE RULE t", ErrorCode.DISTSQL_NOT_ALLOWED);
            assertRefused(read, "CREATE BROADCAST TABLE RULE t", ErrorCode.DISTSQL_NOT_ALLOWED);
            assertRefused(
                    read,
                    "CONVERT YAML CONFIGURATION FROM 'src/test/resources/cases/shop.yaml'",
                    ErrorCode.DISTSQL_NOT_ALLOWED);
            assertThat(read.configuration().rules()).isEmpty();
            try (Connection connection = read.getConnection();
                    PreparedStatement statement = connection.prepareStatement("SHOW STORAGE UNITS");
                    ResultSet rows = statement.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("name")).isEqualTo("ds_0");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "REGISTER STORAGE UNIT ds_2 (URL='jdbc:h2:mem:x', USER='sa', PASSWORD 'hidden')",
                "REGISTER STORAGE UNIT ds_2 (URL='jdbc:h2:mem:x', USER='sa', PASSWORD==\"hidden\")",
                "CREATE ENCRYPT RULE t (COLUMNS((NAME=a, CIPHER=b, ENCRYPT_ALGORITHM(TYPE(NAME='AES_GCM',"
                        + " PROPERTIES('keys' '1:hidden'))))))",
                "ALTER STORAGE UNIT ds_0 (URL='jdbc:h2:mem:x', PASSWORD='hidden' 'hidden')"
            })
    void mistakesTellNoTextsInQuotes(String sql) {
        assertThatThrownBy(() -> new DistSqlLanguage().read(sql))
                .hasMessageContaining(ErrorCode.DISTSQL_SYNTAX.id())
                .hasMessageNotContaining("hidden");
    }

    private static void assertRefused(ShardingDataSource dataSource, String sql, ErrorCode code) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute(sql))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining(code.id());
        }
    }

    @Test
    void transactionsHaveNone() throws SQLException {
        try (ShardingDataSource dataSource = open("transaction", "all");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> statement.execute("CREATE BROADCAST TABLE RULE t"))
                    .hasMessageContaining(ErrorCode.DISTSQL_IN_TRANSACTION.id());
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(statement.executeUpdate("CREATE BROADCAST TABLE RULE t")).isZero();
            assertThatThrownBy(() -> statement.executeQuery("CREATE BROADCAST TABLE RULE t2"))
                    .isInstanceOf(SQLException.class);
            assertThat(dataSource.configuration().rules())
                    .hasSize(1)
                    .first()
                    .asString()
                    .doesNotContain("t2");
        }
    }

    @Test
    void aReadOnlyConnectionAsksAndChangesNothing() throws SQLException {
        try (ShardingDataSource dataSource = open("read_only", "all");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            connection.setReadOnly(true);
            assertThatThrownBy(() -> statement.execute("CREATE BROADCAST TABLE RULE t"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"))
                    .hasMessageContaining(ErrorCode.DISTSQL_READ_ONLY.id());
            assertThat(dataSource.configuration().rules()).isEmpty();
            try (ResultSet rows = statement.executeQuery("SHOW STORAGE UNITS")) {
                assertThat(rows.next()).isTrue();
            }
            connection.setReadOnly(false);
            statement.execute("CREATE BROADCAST TABLE RULE t");
            assertThat(dataSource.configuration().rules()).hasSize(1);
        }
    }

    @Test
    void answersScrollWhereTheStatementAskedForIt() throws SQLException {
        try (ShardingDataSource dataSource = open("scroll", "read");
                Connection connection = dataSource.getConnection();
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
                ResultSet rows = statement.executeQuery("SHOW STORAGE UNITS")) {
            assertThat(rows.getType()).isEqualTo(ResultSet.TYPE_SCROLL_INSENSITIVE);
            assertThat(rows.last()).isTrue();
            assertThat(rows.getRow()).isEqualTo(2);
            assertThat(rows.getString("name")).isEqualTo("ds_1");
            assertThat(rows.previous()).isTrue();
            assertThat(rows.getString("name")).isEqualTo("ds_0");
        }
    }

    @Test
    void aBatchHasChangesAndNoQuestions() throws SQLException {
        try (ShardingDataSource dataSource = open("batch", "all");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.addBatch("CREATE BROADCAST TABLE RULE t");
            statement.addBatch("CREATE TABLE t (id INT PRIMARY KEY)");
            statement.addBatch("INSERT INTO t VALUES (1)");
            assertThat(statement.executeBatch()).containsExactly(0, 0, 1);
            statement.addBatch("DROP BROADCAST TABLE RULE t");
            statement.addBatch("SHOW STORAGE UNITS");
            assertThatThrownBy(statement::executeBatch)
                    .hasMessageContaining(ErrorCode.RESULT_IS_ROWS.id())
                    .hasMessageContaining("executeBatch");
            assertThat(dataSource.configuration().rules()).hasSize(1);
        }
    }

    @Test
    void anEmptyDatabaseTakesWhatAnotherOneExports() throws IOException, SQLException {
        Path file = Path.of("target", "all.yaml");
        try (ShardingDataSource full = open("full", "all");
                ShardingDataSource empty = open("full", "all")) {
            for (String sql : List.of(
                    "REGISTER STORAGE UNIT ds_2 (URL='jdbc:h2:mem:distsql_full_2', USER='sa', PROPERTIES('maxPoolSize'=2)),"
                            + " ds_3 (URL='jdbc:h2:mem:distsql_full_3'), ds_4 (URL='jdbc:h2:mem:distsql_full_4'),"
                            + " ds_5 (URL='jdbc:h2:mem:distsql_full_5')",
                    "CREATE SHARDING TABLE RULE t_order (STORAGE_UNITS(ds_0, ds_1), SHARDING_COLUMN=id,"
                            + " TYPE(NAME='MOD', PROPERTIES('sharding-count'='4')),"
                            + " KEY_GENERATE_STRATEGY(COLUMN=id, TYPE(NAME='SNOWFLAKE')))",
                    "CREATE BROADCAST TABLE RULE t_country",
                    "SET DEFAULT SINGLE TABLE STORAGE UNIT = ds_1",
                    "LOAD SINGLE TABLE ds_0.t_note",
                    "CREATE READWRITE_SPLITTING RULE g (WRITE_STORAGE_UNIT=ds_2, READ_STORAGE_UNITS(ds_3))",
                    "CREATE ENCRYPT RULE t_user (COLUMNS((NAME=phone, CIPHER=c, ENCRYPT_ALGORITHM(TYPE(NAME='MD5')))))",
                    "CREATE MASK RULE t_card (COLUMNS((NAME=owner, TYPE(NAME='MD5'))))",
                    "CREATE SHADOW RULE s (SOURCE=ds_4, SHADOW=ds_5, t_note(TYPE(NAME='SQL_HINT')))",
                    "SET DIST VARIABLE sql_simple = true")) {
                execute(full, sql);
            }
            assertThat(full.configuration().rules()).hasSize(7);
            try (Connection connection = full.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("EXPORT DATABASE CONFIGURATION")) {
                assertThat(rows.next()).isTrue();
                Files.writeString(file, rows.getString(1));
            }
            execute(empty, "IMPORT DATABASE CONFIGURATION FROM '" + file + "'");
            assertThat(empty.configuration()).isEqualTo(full.configuration());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SHOW STORAGE UNITS",
                "SHOW DIST VARIABLES",
                "PREVIEW SELECT * FROM t_order",
                "EXPLAIN SHARDING SELECT * FROM t_order",
                "SHOW TABLES"
            })
    void answersHaveNoMoreRowsThanTheStatementWants(String sql) throws SQLException {
        try (ShardingDataSource dataSource = open("max", "all");
                Connection connection = dataSource.getConnection()) {
            execute(
                    dataSource,
                    "CREATE SHARDING TABLE RULE t_order (STORAGE_UNITS(ds_0, ds_1), SHARDING_COLUMN=id,"
                            + " TYPE(NAME='MOD', PROPERTIES('sharding-count'='4')))");
            execute(dataSource, "CREATE TABLE t_order (id INT PRIMARY KEY)");
            execute(dataSource, "CREATE TABLE t_note (id INT PRIMARY KEY)");
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                assertThat(rows(statement)).isGreaterThan(1);
                statement.setMaxRows(1);
                assertThat(rows(statement)).isEqualTo(1);
                statement.setMaxRows(1_000_000);
                assertThat(rows(statement)).isGreaterThan(1);
            }
        }
    }

    @Test
    void unitsAreShownWithoutThePasswordsOfTheirHosts() throws SQLException {
        String url = "jdbc:mysql://address=(host=h)(port=1)(user=u)(password=geheim)/db";
        ShardingConfiguration configuration = ShardingConfiguration.builder()
                .dataSource("ds_0", Map.of("jdbcUrl", url))
                .prop(PropKey.DISTSQL_ALLOWED, "read")
                .prop(PropKey.LAZY_DATA_SOURCES, "true")
                .build();
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW STORAGE UNITS")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString("url")).contains("(host=h)(port=1)").doesNotContain("geheim");
        }
    }

    @Test
    void aUnitWithSingleTablesIsTakenAwayOnlyWithThem() throws SQLException {
        try (ShardingDataSource dataSource = open("lost", "all")) {
            execute(dataSource, "CREATE TABLE t_note (id INT PRIMARY KEY)");
            execute(dataSource, "INSERT INTO t_note VALUES (1)");
            for (String unregister :
                    List.of("UNREGISTER STORAGE UNIT ds_0", "UNREGISTER STORAGE UNIT IF EXISTS ds_0")) {
                assertThatThrownBy(() -> execute(dataSource, unregister))
                        .hasMessageContaining(ErrorCode.DISTSQL_WRONG.id())
                        .hasMessageContaining("ds_0.t_note")
                        .hasMessageContaining("IGNORE SINGLE TABLES");
            }
            execute(dataSource, "DELETE FROM t_note");
            execute(dataSource, "UNREGISTER STORAGE UNIT ds_0 IGNORE SINGLE TABLES");
            assertThat(dataSource.configuration().dataSources()).containsOnlyKeys("ds_1");
            execute(dataSource, "REGISTER STORAGE UNIT ds_2 (URL='jdbc:h2:mem:distsql_lost_2', USER='sa')");
            execute(dataSource, "LOAD SINGLE TABLE *.*");
            execute(dataSource, "UNREGISTER STORAGE UNIT ds_2");
        }
    }

    private static int rows(PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery()) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        }
    }

    private static void execute(ShardingDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "REFRESH TABLE METADATA",
                "REFRESH TABLE METADATA t",
                "REFRESH DATABASE METADATA",
                "SHOW STORAGE UNITS"
            })
    void refreshForgetsPlansThatWereMadeWithWhatWasKnown(String sql) throws SQLException {
        try (ShardingDataSource dataSource = open("refresh", "all");
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS t (id INT PRIMARY KEY)");
            statement.execute("SELECT id FROM t");
            assertThat(dataSource.statistics().plans()).isPositive();
            statement.execute(sql);
            boolean forgets = sql.startsWith("REFRESH");
            assertThat(dataSource.statistics().plans() == 0).isEqualTo(forgets);
            statement.execute("SELECT id FROM t");
        }
    }

    @Test
    void whatDatabasesKnowIsTheirs() {
        DistSqlLanguage language = new DistSqlLanguage();
        for (String sql : List.of(
                "SHOW TABLES",
                "SHOW SHARDING TRANSACTIONS",
                "SHOW VARIABLES",
                "SHOW DATABASES",
                "CREATE TABLE sharding (id INT)",
                "CREATE DEFAULT d AS 1",
                "ALTER TABLE storage ADD unit INT",
                "DROP TABLE broadcast",
                "SET DEFAULT ROLE x TO y",
                "LOAD DATA INFILE 'x' INTO TABLE t",
                "COUNT",
                "SHOW MASTER STATUS",
                "SHOW STATUS LIKE 'x'",
                "SHOW PLUGINS",
                "SHOW TABLE STATUS",
                "SHOW TRANSACTION ISOLATION LEVEL",
                "SHOW migration",
                "SHOW streaming",
                "SHOW COLUMNS FROM rules",
                "SHOW RULES",
                "ALTER DATABASE d SET x TO 1",
                "ALTER TABLE t RENAME TO sql_parser",
                "LOCK TABLES t READ",
                "LOCK cluster",
                "LOCK cluster IN SHARE MODE",
                "UNLOCK TABLES",
                "REFRESH MATERIALIZED VIEW v",
                "IMPORT TABLE FROM 'a'",
                "IMPORT FOREIGN SCHEMA s FROM SERVER x INTO y",
                "START TRANSACTION",
                "COMMIT",
                "ROLLBACK TO SAVEPOINT migration",
                "CHECK TABLE t",
                "SECURITY LABEL ON TABLE t IS 'x'",
                "DROP TABLE migration",
                "SET sharding TO 'x'",
                "SELECT FORMAT(1, 2)",
                "CREATE SHARDING_OF_ROWS x",
                "CREATE MASK m",
                "SHOW SHADOW",
                "SHOW ENCRYPT",
                "COUNT ENCRYPT",
                "SELECT 'REGISTER STORAGE UNIT'",
                "/* REGISTER STORAGE UNIT */ SELECT 1",
                "",
                "/*")) {
            assertThat(language.read(sql)).as(sql).isNull();
        }
        assertThat(language.read("/* a */ -- b\n register storage  unit d (url='x')"))
                .isNotNull();
    }

    @Test
    void statementsThatThereAreNotAreRefusedWithTheirWords() {
        DistSqlLanguage language = new DistSqlLanguage();
        for (String sql : List.of(
                "migrate table ds_0.t INTO t",
                "REGISTER MIGRATION SOURCE STORAGE UNIT ds_0 (URL='x')",
                "SHOW MIGRATION LIST",
                "COMMIT MIGRATION 'x'",
                "CHECK MIGRATION 'x' BY TYPE(NAME='DATA_MATCH')",
                "ALTER MIGRATION RULE (READ(WORKER_THREAD=20))",
                "LOCK CLUSTER WITH x",
                "/* a */ UNLOCK  CLUSTER",
                "DISABLE COMPUTE NODE 'x'",
                "SHOW TRAFFIC RULES",
                "ALTER SQL_FEDERATION RULE (SQL_FEDERATION_ENABLED=true)",
                "SHOW PLUGINS OF 'x'",
                "SHOW TABLE METADATA t",
                "CLEAR HINT",
                "PARSE SELECT 1")) {
            assertThatThrownBy(() -> language.read(sql))
                    .as(sql)
                    .isInstanceOfSatisfying(ShardingException.class, e -> assertThat(e.code())
                            .isEqualTo(ErrorCode.DISTSQL_UNSUPPORTED));
        }
    }
}
