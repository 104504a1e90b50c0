package org.shardingjdbc.feature.shadow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** The shapes that users of ShardingSphere have on disk, mistakes in them, and read-write splitting around them. */
class ShadowConfigurationTest {
    private static final String YAML = """
            dataSources:
              ds: {jdbcUrl: 'jdbc:h2:mem:shadow_c_ds;DB_CLOSE_DELAY=-1'}
              ds_replica: {jdbcUrl: 'jdbc:h2:mem:shadow_c_dr;DB_CLOSE_DELAY=-1'}
              shadow: {jdbcUrl: 'jdbc:h2:mem:shadow_c_sh;DB_CLOSE_DELAY=-1'}
              shadow_replica: {jdbcUrl: 'jdbc:h2:mem:shadow_c_sr;DB_CLOSE_DELAY=-1'}
            rules:
            - !SINGLE
              tables: ['*.*']
            """;

    private static final String SHADOW = """
            - !SHADOW
              dataSources:
                shadowDataSource:
                  productionDataSourceName: ds
                  shadowDataSourceName: shadow
                other:
                  productionDataSourceName: ds_replica
                  shadowDataSourceName: shadow_replica
              tables:
                t_order:
                  dataSourceNames:
                  - shadowDataSource
                  shadowAlgorithmNames:
                  - user-id-insert-match-algorithm
                  - sql-hint-algorithm
                t_user:
                  dataSourceNames:
                  - shadowDataSource
              defaultShadowAlgorithmName: sql-hint-algorithm
              shadowAlgorithms:
                user-id-insert-match-algorithm:
                  type: REGEX_MATCH
                  props:
                    operation: insert
                    column: user_id
                    regex: "[1]"
                sql-hint-algorithm:
                  type: SQL_HINT
            """;

    private static final String MARK = "/* SHARDING_HINT: SHADOW=true */ ";

    private static ShardingDataSource open(String yaml) throws SQLException {
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private static void refused(String part, String wrong, String message) {
        assertThat(SHADOW).contains(part);
        assertThatThrownBy(() -> open(YAML + SHADOW.replace(part, wrong)).close())
                .hasMessageContaining(message);
    }

    @Test
    void mistakesHaveTheirPlace() {
        refused("shadowDataSourceName: shadow\n", "shadowDataSourceName: shadou\n", "unknown data source 'shadou'");
        refused("shadowDataSourceName: shadow\n", "shadowDataSourceName: ds\n", "has a part already");
        refused("    productionDataSourceName: ds\n", "    production: ds\n", "productionDataSourceName");
        refused("  - shadowDataSource\n      shadowAl", "  - shadowDataSourc\n      shadowAl", "'shadowDataSource'?");
        refused("  - sql-hint-algorithm\n", "  - sql-hint\n", "unknown shadow algorithm 'sql-hint'");
        refused("type: REGEX_MATCH", "type: REGEX", "unknown shadow algorithm type 'REGEX'");
        refused("operation: insert", "operation: insrt", "must be insert, update, delete or select");
        refused("regex: \"[1]\"", "regex: \"[1\"", "property 'regex' is no regular expression");
        refused("regex: \"[1]\"", "value: 1", "property 'regex' is required");
        refused(
                "Name: sql-hint-algorithm",
                "Name: user-id-insert-match-algorithm",
                "looks at a column, which not every table has");
        refused("  defaultShadowAlgorithmName: sql-hint-algorithm\n", "", "nothing would mark a statement");
        refused(
                "  tables:\n    t_order",
                "  undecided: MAYBE\n  tables:\n    t_order",
                "unknown value of 'undecided' 'MAYBE'");
    }

    @Test
    void marksWithoutAShadowAreRefused() throws SQLException {
        try (ShardingDataSource none = open(YAML);
                Connection connection = none.getConnection();
                Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute(MARK + "CREATE TABLE t_lost (id INT)"))
                    .hasMessageContaining("no rule has shadows");
        }
        String withoutHints = SHADOW.replace("  defaultShadowAlgorithmName: sql-hint-algorithm\n", "")
                .replace("      - sql-hint-algorithm\n", "")
                .replace("    t_user:\n      dataSourceNames:\n      - shadowDataSource\n", "");
        try (ShardingDataSource deaf = open(YAML + withoutHints);
                Connection connection = deaf.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("/* SHARDING_HINT: SHADOW=both */ CREATE TABLE t_deaf (id INT)");
            assertThatThrownBy(() -> statement.execute(MARK + "INSERT INTO t_deaf VALUES (1)"))
                    .hasMessageContaining("no table of it heeds the hint SHADOW");
        }
        String half = SHADOW.replace(
                "    other:\n      productionDataSourceName: ds_replica\n      shadowDataSourceName: shadow_replica\n",
                "");
        try (ShardingDataSource some = open(
                        (YAML + half).replace("tables: ['*.*']", "tables: ['*.*']\n  defaultDataSource: ds_replica"));
                Connection connection = some.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_half (id INT)");
            assertThatThrownBy(() -> statement.execute(MARK + "INSERT INTO t_half VALUES (1)"))
                    .hasMessageContaining("data source ds_replica has none");
        }
    }

    @Test
    void productionDoesWithoutAShadowThatIsAway() throws SQLException {
        String yaml = "dataSources:\n  ds: {jdbcUrl: 'jdbc:h2:mem:shadow_c_away'}\n"
                + "  shadow: {jdbcUrl: 'jdbc:h2:tcp://localhost:1/away', connectionTimeout: 500}\nrules:\n"
                + SHADOW.substring(0, SHADOW.indexOf("    other:"))
                + SHADOW.substring(SHADOW.indexOf("  tables:"))
                + "props:\n  lazy-data-sources: true\n";
        try (ShardingDataSource dataSource = open(yaml);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_user (id INT PRIMARY KEY)");
            assertThatThrownBy(() -> statement.execute(MARK + "INSERT INTO t_user (id) VALUES (1)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("shadow");
            assertThatThrownBy(() -> statement.execute("/* SHARDING_HINT: SHADOW=both */ DROP TABLE t_user"))
                    .isInstanceOf(SQLException.class);
            assertThat(statement.executeUpdate("INSERT INTO t_user (id) VALUES (2)"))
                    .isEqualTo(1);
            assertThat(place(statement, "SELECT id FROM t_user")).containsExactly("2");
        }
    }

    private static List<String> place(Statement statement, String sql) throws SQLException {
        return ShadowFixture.rows(statement.executeQuery(sql));
    }

    private static void fillPlaces() throws SQLException {
        for (String name : List.of("ds", "dr", "sh", "sr")) {
            try (Connection connection = java.sql.DriverManager.getConnection(
                            "jdbc:h2:mem:shadow_c_" + name + ";DB_CLOSE_DELAY=-1");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE IF NOT EXISTS t_place (place VARCHAR(20))");
                statement.execute("DELETE FROM t_place");
                statement.execute("INSERT INTO t_place VALUES ('" + name + "')");
            }
        }
    }

    @Test
    void readWriteSplittingStandsOverShadows() throws SQLException {
        fillPlaces();
        String groups = """
                - !READWRITE_SPLITTING
                  dataSourceGroups:
                    group: {writeDataSourceName: shadowDataSource, readDataSourceNames: [other]}
                """;
        try (ShardingDataSource dataSource = open(YAML + SHADOW + groups);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            String sql = "SELECT place FROM t_place";
            assertThat(place(statement, sql)).containsExactly("dr");
            assertThat(place(statement, sql + " FOR UPDATE")).containsExactly("ds");
            assertThat(place(statement, MARK + sql)).containsExactly("sh");
            assertThat(place(statement, MARK + sql + " FOR UPDATE")).containsExactly("sh");
        }
    }

    @Test
    void shadowsStandOverReadWriteSplitting() throws SQLException {
        fillPlaces();
        String rules = """
                - !READWRITE_SPLITTING
                  dataSourceGroups:
                    real: {writeDataSourceName: ds, readDataSourceNames: [ds_replica]}
                    test: {writeDataSourceName: shadow, readDataSourceNames: [shadow_replica]}
                - !SHADOW
                  dataSources:
                    group: {productionDataSourceName: real, shadowDataSourceName: test}
                  defaultShadowAlgorithmName: hint
                  shadowAlgorithms:
                    hint: {type: SQL_HINT}
                """;
        try (ShardingDataSource dataSource = open(YAML + rules);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            String sql = "SELECT place FROM t_place";
            assertThat(place(statement, sql)).containsExactly("dr");
            assertThat(place(statement, sql + " FOR UPDATE")).containsExactly("ds");
            assertThat(place(statement, MARK + sql)).containsExactly("sr");
            assertThat(place(statement, MARK + sql + " FOR UPDATE")).containsExactly("sh");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void whatAsksOfTheLastStatementIsWhereThatWas(DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.of(kind);
        List<String> names = List.of("shadow_last_p", "shadow_last_s");
        StringBuilder yaml = new StringBuilder("dataSources:\n");
        for (String name : names) {
            server.createDatabase(name);
            yaml.append("  ").append(name).append(": {jdbcUrl: '").append(server.jdbcUrl(name));
            yaml.append("', username: '").append(server.user()).append("', password: '");
            yaml.append(server.password()).append("'}\n");
        }
        yaml.append("""
                rules:
                - !SHADOW
                  dataSources:
                    ds: {productionDataSourceName: shadow_last_p, shadowDataSourceName: shadow_last_s}
                  tables:
                    t_key: {dataSourceNames: [ds], shadowAlgorithmNames: [note, hint]}
                  shadowAlgorithms:
                    note: {type: REGEX_MATCH, props: {operation: insert, column: note, regex: 'test.*'}}
                    hint: {type: SQL_HINT}
                """);
        try (ShardingDataSource dataSource = open(yaml.toString());
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("/* SHARDING_HINT: SHADOW=both */"
                    + " CREATE TABLE t_key (id INT PRIMARY KEY AUTO_INCREMENT, note VARCHAR(20))");
            statement.execute(MARK + "ALTER TABLE t_key AUTO_INCREMENT = 500");
            statement.execute("INSERT INTO t_key (note) VALUES ('real')");
            assertThat(place(statement, "SELECT LAST_INSERT_ID()")).containsExactly("1");
            statement.execute("INSERT INTO t_key (note) VALUES ('test')");
            assertThat(place(statement, "SELECT LAST_INSERT_ID()")).containsExactly("500");
            assertThat(place(statement, "SELECT LAST_INSERT_ID()")).containsExactly("500");
            statement.execute("INSERT INTO t_key (note) VALUES ('real')");
            assertThat(place(statement, "SELECT LAST_INSERT_ID()")).containsExactly("2");
        } finally {
            for (String name : names) {
                server.dropDatabase(name);
            }
        }
    }
}
