package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A table of another schema that has the name of one with encrypted and masked columns is stored and read as it is. */
class EncryptedNamesakesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !SINGLE
              tables: ["*.*"]
            - !ENCRYPT
              tables:
                t:
                  columns:
                    name:
                      cipher: {name: name_cipher, encryptorName: siv}
                      pulled: true
              encryptors:
                siv: {type: AES, props: {aes-key-value: 123456abc, digest-algorithm-name: SHA-1}}
            - !MASK
              tables:
                t:
                  columns:
                    city: {maskAlgorithm: all}
              maskAlgorithms:
                all: {type: MASK_FROM_X_TO_Y, props: {from-x: 1, to-y: 2, replace-char: "*"}}
            """;

    private static final List<String> QUERIES = List.of(
            "SELECT * FROM s2.t",
            "SELECT name, city FROM s2.t WHERE name > 'B'",
            "SELECT o.id, p.* FROM t o CROSS JOIN s2.t p",
            "SELECT o.id, p.name, p.city FROM t o JOIN s2.t p ON p.num = o.id",
            "SELECT o.id FROM t o WHERE o.id IN (SELECT num FROM s2.t WHERE name LIKE 'B%')",
            "SELECT p.name, COUNT(*) FROM t o JOIN s2.t p ON p.num >= o.id GROUP BY p.name",
            "SELECT o.id, o.name, p.name FROM t o JOIN s2.t p ON p.num = o.id");

    private static final List<String> WRITES = List.of(
            "INSERT INTO s2.t VALUES ('Ida', 7, 'Zug')",
            "INSERT INTO s2.t (num, name) VALUES (8, 'Eva')",
            "UPDATE s2.t SET name = 'Uta', city = 'Aarau' WHERE name = 'Bea'",
            "UPDATE s2.t SET name = CONCAT(name, '!') WHERE num > 3",
            "DELETE FROM s2.t WHERE name LIKE 'I%'");

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "POSTGRESQL"})
    void isPlain(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture =
                Fixture.on(kind, "encrypted_namesakes").rules(RULES).open(ShardingDataSourceFactory::create)) {
            run(fixture.plain(), "CREATE SCHEMA s2", "CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(50))");
            fixture.onSharded("CREATE TABLE t (id INT PRIMARY KEY, name_cipher VARCHAR(200))");
            run(fixture.raw(0), "CREATE SCHEMA s2");
            for (DataSource owner : List.of(fixture.plain(), fixture.raw(0))) {
                run(
                        owner,
                        "CREATE TABLE s2.t (name VARCHAR(50), num INT PRIMARY KEY, city VARCHAR(50))",
                        "INSERT INTO s2.t VALUES ('Bea', 1, 'Bern'), ('Anna', 3, 'Chur'), ('Cleo', 9, NULL)");
            }
            fixture.onBoth("INSERT INTO t (id, name) VALUES (1, 'Max'), (2, 'Tom'), (3, 'Jan')");
            PlainAndSharded both = fixture.both();
            QUERIES.forEach(sql -> both.query(sql).agree());
            for (String sql : WRITES) {
                both.update(sql).agree();
                QUERIES.forEach(query -> both.query(query).agree());
            }
            try (Connection raw = fixture.raw(0).getConnection();
                    Statement statement = raw.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT name FROM s2.t WHERE num = 8")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString(1)).isEqualTo("Eva!");
            }
        }
    }

    private static void run(DataSource source, String... statements) throws Exception {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
