package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What results tell of encrypted columns that have other names in the actual tables: what a plain database tells. */
class EncryptedMetaDataTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t_user:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !SINGLE
              tables: ["*.*"]
              defaultDataSource: ds_1
            - !ENCRYPT
              tables:
                t_user: &columns
                  columns:
                    mob:
                      cipher: {name: mob_cipher, encryptorName: aes}
                    name:
                      cipher: {name: name_cipher, encryptorName: gcm}
                      assistedQuery: {name: name_digest, encryptorName: hmac}
                    code:
                      cipher: {name: code_digest, encryptorName: md5}
                t_one: *columns
              encryptors:
                aes: {type: AES, props: {aes-key-value: 123456abc, digest-algorithm-name: SHA-1}}
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                hmac: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                md5: {type: MD5}
            """;

    private static final List<String> QUERIES = List.of(
            "SELECT mob FROM t_user",
            "SELECT mob FROM t_user WHERE id = 1",
            "SELECT MOB, code, Name FROM t_user",
            "SELECT t.mob AS m, t.name n, code AS c FROM t_user t",
            "SELECT t.mob AS m, t.name n FROM t_user t WHERE id IN (1, 2) ORDER BY id",
            "SELECT t.mob AS id, t.id AS mob FROM t_user t",
            "SELECT code FROM t_user WHERE id = 1",
            "SELECT * FROM t_user",
            "SELECT * FROM t_user WHERE id = 1",
            "SELECT t.*, o.mob AS other FROM t_user t JOIN t_user o ON t.id = o.id",
            "SELECT id, mob FROM t_user ORDER BY id",
            "SELECT mob, COUNT(*) AS n FROM t_user GROUP BY mob",
            "SELECT DISTINCT mob AS m FROM t_user",
            "SELECT q.m FROM (SELECT mob AS m FROM t_user) q",
            "SELECT mob AS m FROM t_user UNION ALL SELECT mob FROM t_user",
            "SELECT COALESCE(mob, '') AS m FROM t_user",
            "SELECT mob, name AS n, code FROM t_one",
            "SELECT * FROM t_one o");

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void columnsHaveTheNamesThatStatementsUse(DatabaseKind kind) throws Exception {
        String name = "encrypted_metadata_" + kind.name().toLowerCase(Locale.ROOT);
        try (Fixture<ShardingDataSource> fixture =
                Fixture.on(kind, name).rules(RULES).open(ShardingDataSourceFactory::create)) {
            for (String table : List.of("t_user", "t_one")) {
                Rows.of(
                        fixture.plain(),
                        "CREATE TABLE " + table
                                + " (id INT PRIMARY KEY, mob VARCHAR(80), name VARCHAR(200), code VARCHAR(64), x INT)");
                fixture.onSharded("CREATE TABLE " + table + " (id INT PRIMARY KEY, mob_cipher VARCHAR(80),"
                        + " name_cipher VARCHAR(200), name_digest CHAR(64), code_digest VARCHAR(64), x INT)");
                fixture.onBoth("INSERT INTO " + table
                        + " (id, mob, name, code, x) VALUES (1, 'a', 'n', 'c', 1), (2, 'b', 'm', 'd', 2)");
            }
            for (String sql : QUERIES) {
                assertThat(told(fixture.sharded(), sql)).as(sql).isEqualTo(told(fixture.plain(), sql));
            }
        }
    }

    /** What the metadata say before and after the execution, and which column is found by each name. */
    private static List<String> told(DataSource dataSource, String sql) throws SQLException {
        List<String> told = new ArrayList<>();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement prepared = connection.prepareStatement(sql)) {
            told.add("prepared " + columns(prepared.getMetaData()));
            try (ResultSet rows = prepared.executeQuery()) {
                told.add("rows " + columns(rows.getMetaData()));
                rows.next();
                for (String name : List.of("mob", "MOB", "m", "Name", "n", "code", "c", "id", "x")) {
                    told.add(name + " " + found(rows, name));
                }
            }
        }
        return told;
    }

    private static int found(ResultSet rows, String name) {
        try {
            int column = rows.findColumn(name);
            rows.getString(name);
            return column;
        } catch (SQLException e) {
            return 0;
        }
    }

    private static String columns(ResultSetMetaData columns) throws SQLException {
        StringBuilder told = new StringBuilder();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            told.append(columns.getColumnLabel(i))
                    .append(' ')
                    .append(columns.getColumnName(i))
                    .append(' ')
                    .append(columns.getTableName(i))
                    .append(' ')
                    .append(columns.getColumnTypeName(i))
                    .append(' ')
                    .append(columns.getPrecision(i))
                    .append("; ");
        }
        return told.toString();
    }
}
