package org.shardingjdbc.feature.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
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

/** Under another name a masked column would be shown, and an encrypted one written as it is: names stay. */
class KeptNamesTest {
    private static final String RULES = """
            rules:
            - !SINGLE
              tables: ["*.*"]
              defaultDataSource: ds_0
            - !ENCRYPT
              tables:
                sealed:
                  columns:
                    phone:
                      cipher: {name: phone_cipher, encryptorName: gcm}
                      assistedQuery: {name: phone_digest, encryptorName: hmac}
                    mail:
                      cipher: {name: mail, encryptorName: gcm}
              encryptors:
                gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                hmac: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
            - !MASK
              tables:
                masked:
                  columns:
                    name: {maskAlgorithm: ends}
              maskAlgorithms:
                ends: {type: KEEP_FIRST_N_LAST_M, props: {first-n: 1, last-m: 1, replace-char: '*'}}
            """;

    private static Fixture<ShardingDataSource> filled(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = Fixture.on(
                        kind, "kept_names_" + kind.name().toLowerCase(Locale.ROOT))
                .rules(RULES)
                .open(ShardingDataSourceFactory::create);
        fixture.onSharded(
                "CREATE TABLE sealed (id INT PRIMARY KEY, phone_cipher VARCHAR(200), phone_digest CHAR(64),"
                        + " mail VARCHAR(200), x INT)",
                "CREATE TABLE masked (id INT PRIMARY KEY, name VARCHAR(40), x INT)",
                "CREATE TABLE other (id INT PRIMARY KEY, name VARCHAR(40))",
                "INSERT INTO sealed (id, phone, mail, x) VALUES (1, '12345', 'a@b', 1)",
                "INSERT INTO masked (id, name, x) VALUES (1, 'Geheim', 1)");
        return fixture;
    }

    private static void assertRefused(Fixture<ShardingDataSource> fixture, String sql, String named) {
        assertThatThrownBy(() -> fixture.onSharded(sql))
                .as(sql)
                .isInstanceOf(SQLFeatureNotSupportedException.class)
                .hasMessageContaining("SHD-4134")
                .hasMessageContaining(named);
    }

    private static List<String> rows(Fixture<ShardingDataSource> fixture, String sql) throws SQLException {
        try (Connection connection = fixture.sharded().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> read = new ArrayList<>();
            while (rows.next()) {
                read.add(rows.getString(1));
            }
            return read;
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void namesThatRulesKnowAreKept(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(kind)) {
            assertRefused(fixture, "ALTER TABLE masked RENAME TO free", "column name of logic table masked");
            assertRefused(fixture, "ALTER TABLE sealed RENAME TO free", "The table at line 1:13");
            String column = kind == DatabaseKind.H2 ? "ALTER TABLE %s ALTER COLUMN %s RENAME TO free" : null;
            column = column == null ? "ALTER TABLE %s RENAME COLUMN %s TO free" : column;
            assertRefused(fixture, column.formatted("masked", "name"), "The column");
            for (String stored : List.of("mail", "phone_cipher", "phone_digest")) {
                assertRefused(fixture, column.formatted("sealed", stored), "logic table sealed");
            }
            if (kind == DatabaseKind.MARIADB) {
                assertRefused(fixture, "RENAME TABLE other TO another, masked TO free", "logic table masked");
                assertRefused(fixture, "ALTER TABLE masked CHANGE name free VARCHAR(40)", "The column");
                fixture.onSharded("ALTER TABLE masked CHANGE name name VARCHAR(60)");
            }
            assertThat(rows(fixture, "SELECT name FROM masked")).containsExactly("G****m");
            assertThat(rows(fixture, "SELECT mail FROM sealed WHERE phone = '12345'"))
                    .containsExactly("a@b");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB"})
    void othersMayChange(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = filled(kind)) {
            fixture.onSharded("ALTER TABLE other RENAME TO another", "INSERT INTO another (id, name) VALUES (1, 'n')");
            fixture.onSharded(
                    kind == DatabaseKind.H2
                            ? "ALTER TABLE masked ALTER COLUMN x RENAME TO y"
                            : "ALTER TABLE masked RENAME COLUMN x TO y");
            assertThat(rows(fixture, "SELECT y FROM masked")).containsExactly("1");
            assertThat(rows(fixture, "SELECT name FROM another")).containsExactly("n");
        }
    }
}
