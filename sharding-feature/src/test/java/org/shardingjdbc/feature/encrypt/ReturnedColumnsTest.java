package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What writes return of encrypted columns: plain values, by RETURNING and as generated keys. */
class ReturnedColumnsTest {
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
            - !ENCRYPT
              tables:
                t:
                  columns:
                    name:
                      cipher: {name: name_cipher, encryptorName: gcm}
                      assistedQuery: {name: name_digest, encryptorName: hmac}
              encryptors:
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                hmac: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
            """;

    private static Fixture<ShardingDataSource> open(DatabaseKind kind, String columns) throws Exception {
        Fixture<ShardingDataSource> fixture = Fixture.on(
                        kind, "returned_" + kind.name().toLowerCase(Locale.ROOT))
                .rules(RULES)
                .open(ShardingDataSourceFactory::create);
        fixture.onSharded("CREATE TABLE t (id INT PRIMARY KEY, " + columns + ")");
        return fixture;
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void returningDecrypts(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = open(kind, "name_cipher VARCHAR(200), name_digest CHAR(64)")) {
            ShardingDataSource sharded = fixture.sharded();
            assertThat(Rows.of(sharded, "INSERT INTO t (id, name) VALUES (1, 'Anna') RETURNING id, name"))
                    .containsExactly("1,Anna");
            assertThat(Rows.of(
                            sharded, "INSERT INTO t (id, name) VALUES (?, ?), (3, NULL) RETURNING name, id", 2, "Bea"))
                    .containsExactlyInAnyOrder("Bea,2", "null,3");
            assertThatThrownBy(() -> Rows.of(sharded, "INSERT INTO t (id, name) VALUES (4, 'x') RETURNING *"))
                    .hasMessageContaining("SHD-4131");
            assertThatThrownBy(() -> Rows.of(sharded, "INSERT INTO t (id, name) VALUES (4, 'x') RETURNING UPPER(name)"))
                    .hasMessageContaining("SHD-4131");
            if (kind == DatabaseKind.POSTGRESQL) {
                assertThat(Rows.of(sharded, "UPDATE t SET name = 'Zoe' WHERE name = 'Anna' RETURNING name AS n"))
                        .containsExactly("Zoe");
            }
            assertThat(Rows.of(sharded, "DELETE FROM t WHERE id = 2 RETURNING name"))
                    .containsExactly("Bea");
            assertThat(Rows.of(sharded, "SELECT COUNT(*) FROM t")).containsExactly("2");
        }
    }

    /** PostgreSQL's driver returns all columns as generated keys. */
    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL"})
    void generatedKeysDecrypt(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = open(kind, "name_cipher VARCHAR(200), name_digest CHAR(64)");
                Connection connection = fixture.sharded().getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t (id, name) VALUES (1, ?)", Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(1, "Anna");
            insert.executeUpdate();
            List<String> told = new ArrayList<>();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertThat(keys.next()).isTrue();
                for (int i = 1; i <= keys.getMetaData().getColumnCount(); i++) {
                    told.add(keys.getMetaData().getColumnLabel(i) + "=" + keys.getString(i));
                }
            }
            assertThat(told).contains("name=Anna").noneMatch(each -> each.contains("name_"));
        }
    }
}
