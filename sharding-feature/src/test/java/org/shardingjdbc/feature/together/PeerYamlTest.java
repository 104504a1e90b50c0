package org.shardingjdbc.feature.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;

/**
 * Documents as users of ShardingSphere 5.5.2 have them on disk, with every key that it documents for the rule: they are
 * read as they are, and do what they say. What its older versions had is told with what to write instead.
 */
class PeerYamlTest {
    private static final String DATA_SOURCE = """
              %1$s:
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                driverClassName: org.h2.Driver
                jdbcUrl: jdbc:h2:mem:peer_%1$s;DB_CLOSE_DELAY=-1
                username: ''
                password: ''
                maxPoolSize: 4
            """;

    private static final String GLOBAL = """
            transaction:
              defaultType: LOCAL
            sqlParser:
              sqlStatementCache:
                initialCapacity: 2000
                maximumSize: 65535
              parseTreeCache:
                initialCapacity: 128
                maximumSize: 1024
            sqlFederation:
              sqlFederationEnabled: false
              allQueryUseSQLFederation: false
              executionPlanCache:
                initialCapacity: 2000
                maximumSize: 65535
            sqlTranslator:
              type: Native
              useOriginalSQLWhenTranslatingFailed: true
            props:
              sql-show: false
            """;

    private static final String READWRITE = """
            - !READWRITE_SPLITTING
              dataSourceGroups:
                readwrite_ds_${0..1}:
                  writeDataSourceName: write_ds_${0..1}
                  readDataSourceNames:
                    - read_ds_${0..1}
                  transactionalReadQueryStrategy: DYNAMIC
                  loadBalancerName: weights
                readwrite_ds_2:
                  writeDataSourceName: write_ds_2
                  readDataSourceNames:
                    - read_ds_2
                  transactionalReadQueryStrategy: FIXED
                  loadBalancerName: random
                readwrite_ds_3:
                  writeDataSourceName: write_ds_3
                  readDataSourceNames:
                    - read_ds_3
                  transactionalReadQueryStrategy: PRIMARY
                  loadBalancerName: round_robin
              loadBalancers:
                random:
                  type: RANDOM
                round_robin:
                  type: ROUND_ROBIN
                weights:
                  type: WEIGHT
                  props:
                    read_ds_0: 2.0
                    read_ds_1: 1
            - !SINGLE
              tables:
                - readwrite_ds_0.t_user
              defaultDataSource: readwrite_ds_0
            """;

    private static final String ENCRYPT = """
            - !ENCRYPT
              tables:
                t_user:
                  columns:
                    username:
                      cipher:
                        name: username
                        encryptorName: aes_encryptor
                      assistedQuery:
                        name: assisted_username
                        encryptorName: md5_encryptor
                    pwd:
                      cipher:
                        name: pwd
                        encryptorName: aes_encryptor
              encryptors:
                aes_encryptor:
                  type: AES
                  props:
                    aes-key-value: 123456abc
                    digest-algorithm-name: SHA-1
                md5_encryptor:
                  type: MD5
                  props:
                    salt: 202cb962
            - !SINGLE
              tables:
                - "*.*"
            """;

    private static final String MASK = """
            - !MASK
              tables:
                t_user:
                  columns:
                    c_0: {maskAlgorithm: md5}
                    c_1: {maskAlgorithm: keep_ends}
                    c_2: {maskAlgorithm: keep_stretch}
                    c_3: {maskAlgorithm: mask_ends}
                    c_4: {maskAlgorithm: mask_stretch}
                    c_5: {maskAlgorithm: before}
                    c_6: {maskAlgorithm: after}
                    c_7:
                      maskAlgorithm: replace
              maskAlgorithms:
                md5:
                  type: MD5
                  props:
                    salt: 202cb962
                keep_ends:
                  type: KEEP_FIRST_N_LAST_M
                  props: {first-n: 3, last-m: 4, replace-char: '*'}
                keep_stretch:
                  type: KEEP_FROM_X_TO_Y
                  props: {from-x: 1, to-y: 2, replace-char: '*'}
                mask_ends:
                  type: MASK_FIRST_N_LAST_M
                  props: {first-n: 1, last-m: 1, replace-char: '*'}
                mask_stretch:
                  type: MASK_FROM_X_TO_Y
                  props: {from-x: 1, to-y: 2, replace-char: '*'}
                before:
                  type: MASK_BEFORE_SPECIAL_CHARS
                  props: {special-chars: '@', replace-char: '*'}
                after:
                  type: MASK_AFTER_SPECIAL_CHARS
                  props: {special-chars: '@', replace-char: '*'}
                replace:
                  type: GENERIC_TABLE_RANDOM_REPLACE
                  props:
                    uppercase-letter-codes: A
                    lowercase-letter-codes: b
                    digital-random-codes: 7
                    special-codes: '~'
            - !SINGLE
              tables:
                - "*.*"
            """;

    private static final String SHADOW = """
            - !SHADOW
              dataSources:
                shadowDataSource:
                  productionDataSourceName: prod
                  shadowDataSourceName: shade
              tables:
                t_user:
                  dataSourceNames:
                    - shadowDataSource
                  shadowAlgorithmNames:
                    - user-id-insert-match-algorithm
                    - user-id-select-match-algorithm
                    - simple-hint-algorithm
              defaultShadowAlgorithmName: simple-hint-algorithm
              shadowAlgorithms:
                user-id-insert-match-algorithm:
                  type: REGEX_MATCH
                  props:
                    operation: insert
                    column: id
                    regex: "[1]"
                user-id-select-match-algorithm:
                  type: VALUE_MATCH
                  props:
                    operation: select
                    column: id
                    value: 1
                simple-hint-algorithm:
                  type: SQL_HINT
            - !SINGLE
              tables:
                - "*.*"
            """;

    private static String document(String rules, String... sources) {
        StringBuilder yaml = new StringBuilder("databaseName: sharding_db\nmode:\n  type: Standalone\n")
                .append("  repository:\n    type: JDBC\n")
                .append("dataSources:\n");
        for (String source : sources) {
            yaml.append(DATA_SOURCE.formatted(source));
        }
        return yaml.append("rules:\n").append(rules).append(GLOBAL).toString();
    }

    private static ShardingDataSource open(String yaml) throws SQLException {
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<String> rows(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(String.join(" ", row));
            }
            return rows;
        }
    }

    private static List<String> in(String source, String sql, String... before) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:peer_" + source + ";DB_CLOSE_DELAY=-1");
                Statement statement = connection.createStatement()) {
            for (String each : before) {
                statement.execute(each);
            }
            return rows(statement, sql);
        }
    }

    private static String replicated(String rule) {
        return document(
                rule,
                "write_ds_0",
                "write_ds_1",
                "write_ds_2",
                "write_ds_3",
                "read_ds_0",
                "read_ds_1",
                "read_ds_2",
                "read_ds_3");
    }

    @Test
    void readWriteSplitting() throws SQLException {
        String[] table = {"CREATE TABLE IF NOT EXISTS t_user (id INT PRIMARY KEY)", "DELETE FROM t_user"};
        in("write_ds_0", "SELECT 1", table);
        in("read_ds_0", "SELECT 1", table);
        in("read_ds_0", "SELECT 1", "INSERT INTO t_user (id) VALUES (7)");
        try (ShardingDataSource dataSource = open(replicated(READWRITE));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t_user (id) VALUES (1)");
            assertThat(rows(statement, "SELECT id FROM t_user")).containsExactly("7");
        }
        assertThat(in("write_ds_0", "SELECT id FROM t_user")).containsExactly("1");
    }

    @Test
    void encryption() throws SQLException {
        in(
                "hidden",
                "SELECT 1",
                "CREATE TABLE t_user (id INT PRIMARY KEY, username VARCHAR(60), assisted_username VARCHAR(60),"
                        + " pwd VARCHAR(60))");
        try (ShardingDataSource dataSource = open(document(ENCRYPT, "hidden"));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t_user (id, username, pwd) VALUES (1, 'ann', 'secret')");
            assertThat(rows(statement, "SELECT id, username, pwd FROM t_user WHERE username = 'ann'"))
                    .containsExactly("1 ann secret");
        }
        assertThat(in("hidden", "SELECT COUNT(*) FROM t_user WHERE username <> 'ann' AND pwd <> 'secret'"))
                .containsExactly("1");
    }

    @Test
    void masks() throws SQLException {
        String value = "'abcdef@g1'";
        in(
                "masked",
                "SELECT 1",
                "CREATE TABLE t_user AS SELECT " + value + " AS c_0, " + value + " AS c_1, " + value + " AS c_2, "
                        + value
                        + " AS c_3, " + value + " AS c_4, " + value + " AS c_5, " + value + " AS c_6, " + value
                        + " AS c_7");
        try (ShardingDataSource dataSource = open(document(MASK, "masked"));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(rows(statement, "SELECT c_1, c_2, c_3, c_4, c_5, c_6, c_7 FROM t_user"))
                    .containsExactly("abc**f@g1" + " *bc****** *bcdef@g* a**def@g1 ******@g1 abcdef@** bbbbbb~b7");
            assertThat(rows(statement, "SELECT c_0 FROM t_user").get(0)).matches("[0-9a-f]{32}");
        }
    }

    @Test
    void shadows() throws SQLException {
        for (String source : List.of("prod", "shade")) {
            in(source, "SELECT 1", "CREATE TABLE t_user (id INT PRIMARY KEY)");
        }
        try (ShardingDataSource dataSource = open(document(SHADOW, "prod", "shade"));
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO t_user (id) VALUES (1)");
            statement.execute("INSERT INTO t_user (id) VALUES (2)");
            statement.execute("/* SHARDINGSPHERE_HINT: SHADOW=true */ INSERT INTO t_user (id) VALUES (3)");
        }
        assertThat(in("prod", "SELECT id FROM t_user")).containsExactly("2");
        assertThat(in("shade", "SELECT id FROM t_user ORDER BY id")).containsExactly("1", "3");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            dataSourceGroups                | dataSources                     | write the groups under 'dataSourceGroups'
            transactionalReadQueryStrategy  | staticStrategy                  | write its keys one level higher
            transactionalReadQueryStrategy  | autoAwareDataSourceName         | name the primary under 'writeDataSourceName'
            transactionalReadQueryStrategy  | writeDataSourceQueryEnabled     | write health: {when-none: primary}, or fail
            transactionalReadQueryStrategy  | props                           | write write-data-source-name as
            '!READWRITE_SPLITTING'          | '!DB_DISCOVERY'                 | leave it out; name primaries and replicas
            '!READWRITE_SPLITTING'          | '!REPLICA_QUERY'                | write it as !READWRITE_SPLITTING
            '!SINGLE'                       | '!TRANSACTION'                  | write it beside 'rules', as the key 'transaction'
            databaseName                    | schemaName                      | write it as 'databaseName'
            'type: Native'                  | 'type: JOOQ'                    | leave sqlTranslator out
            """)
    void whatIsNotReadSaysWhatToDo(String key, String other, String advice) {
        refused(replicated(READWRITE), key, other, advice);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sqlTranslator                   | authority
            sqlTranslator                   | logging
            'sqlTranslator:'                | 'globalClock:'
            'rules:'                        | 'rules:~- !AUTHORITY {}~- !SQL_PARSER {}~- !TRAFFIC {}'
            'FederationEnabled: false'      | 'FederationEnabled: true'
            'sql-show: false'               | 'proxy-hint-enabled: true'
            'sql-show: false'               | 'sql-federation-type: NONE'
            """)
    void whatMeansNothingHereIsPassedOver(String key, String other) throws SQLException {
        String yaml = replicated(READWRITE);
        assertThat(yaml).contains(key);
        open(yaml.replace(key, other.replace('~', '\n'))).close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'cipher:'                       | 'cipherColumn:'                 | 'write cipher: {name: <column>'
            'assistedQuery:'                | 'assistedQueryColumn:'          | 'write assistedQuery: {name: <column>'
            'tables:'                       | 'queryWithCipherColumn:'        | the state of plain tells what is read
            """)
    void whatEncryptionDoesNotReadSaysWhatToDo(String key, String other, String advice) {
        refused(document(ENCRYPT, "hidden"), key, other, advice);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            'productionDataSourceName:'     | 'sourceDataSourceName:'         | write it as 'productionDataSourceName'
            'defaultShadowAlgorithmName: s' | 'enable: s'                     | leave the rule out where nothing is to go
            'defaultShadowAlgorithmName: s' | 'sourceDataSourceNames: s'      | for each pair
            'defaultShadowAlgorithmName: s' | 'column: s'                     | write an algorithm of type VALUE_MATCH
            """)
    void whatShadowsDoNotReadSaysWhatToDo(String key, String other, String advice) {
        refused(document(SHADOW, "prod", "shade"), key, other, advice);
    }

    private static void refused(String yaml, String key, String other, String advice) {
        assertThat(yaml).contains(key);
        assertThatThrownBy(() -> open(yaml.replace(key, other)).close()).hasMessageContaining(advice);
    }
}
