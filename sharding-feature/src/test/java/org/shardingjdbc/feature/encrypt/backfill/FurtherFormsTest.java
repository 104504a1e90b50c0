package org.shardingjdbc.feature.encrypt.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A digest and a form for LIKE come to a table whose rows are encrypted already. */
class FurtherFormsTest {
    private static String rules(String forms) {
        return BackfillRules.PLAIN + """
                - !ENCRYPT
                  tables:
                    t:
                      columns:
                        phone:
                          cipher: {name: phone_cipher, encryptorName: gcm}
                """ + forms + """
                  encryptors:
                    gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                    hmac: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                    like: {type: CHAR_LIKE, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                """;
    }

    private static String forms(boolean writeOnly) {
        return rules("""
                                  assistedQuery: {name: phone_digest, encryptorName: hmac, writeOnly: %s}
                                  likeQuery: {name: phone_like, encryptorName: like, writeOnly: %s}
                        """.formatted(writeOnly, writeOnly));
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void rowsOfBeforeAreFoundBeforeTheFormIsAsked(DatabaseKind kind) throws Exception {
        String name = "further_" + kind.name().toLowerCase(Locale.ROOT);
        try (Fixture<ShardingDataSource> fixture =
                Fixture.on(kind, name).rules(rules("")).open(ShardingDataSourceFactory::create)) {
            fixture.onSharded("CREATE TABLE t (id INT PRIMARY KEY, phone_cipher VARCHAR(200), phone_digest CHAR(64),"
                    + " phone_like VARCHAR(300))");
            write(fixture.sharded(), "INSERT INTO t (id, phone) VALUES (1, 'one'), (2, 'two'), (3, NULL)");
            try (ShardingDataSource writing = BackfillRules.open(fixture.yaml(forms(true)))) {
                write(writing, "INSERT INTO t (id, phone) VALUES (4, 'one')");
                for (String condition : List.of("phone = 'one'", "phone LIKE 'o%'")) {
                    assertThatThrownBy(() -> count(writing, condition)).hasMessageContaining("SHD-4131");
                }
                EncryptionBackfill backfill = new EncryptionBackfill(
                        BackfillRules.encryption(fixture.yaml(forms(true))),
                        "t",
                        new BackfillOptions(2, 0, progress -> {}));
                BackfillResult done = backfill.run(writing.dataSources(), writing.dataNodes("t"));
                assertThat(done.written()).isEqualTo(2);
                assertThat(backfill.check(writing.dataSources(), writing.dataNodes("t"))
                                .isComplete())
                        .isTrue();
            }
            try (ShardingDataSource asking = BackfillRules.open(fixture.yaml(forms(false)))) {
                assertThat(count(asking, "phone = 'one'")).isEqualTo(2);
                assertThat(count(asking, "phone LIKE '_n%'")).isEqualTo(2);
                assertThat(count(asking, "phone NOT LIKE 'o%'")).isEqualTo(1);
            }
        }
    }

    private static void write(ShardingDataSource dataSource, String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static int count(ShardingDataSource dataSource, String condition) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t WHERE " + condition)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
