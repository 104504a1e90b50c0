package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** A plain column on its way to be encrypted: each state reads what its neighbours write. */
class PlainStatesTest {
    private static final String SHARDING = """
            rules:
            - !SHARDING
              autoTables:
                t: &four
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                u: *four
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            """;

    private static String encrypted(String plain) {
        return SHARDING + """
                - !ENCRYPT
                  tables:
                    t: &encrypted
                      columns:
                        phone:
                          cipher: {name: phone_cipher, encryptorName: gcm}
                          assistedQuery: {name: phone_digest, encryptorName: hmac}
                          %s
                    u: *encrypted
                  encryptors:
                    gcm: {type: AES_GCM, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                    hmac: {type: HMAC_SHA256, props: {keys: "1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}}
                """.formatted(plain);
    }

    private static ShardingDataSource open(Fixture<ShardingDataSource> fixture, String rules) throws Exception {
        return ShardingDataSourceFactory.create(
                new ByteArrayInputStream(fixture.yaml(rules).getBytes(StandardCharsets.UTF_8)));
    }

    /** The driver would write the plain value alone, and READ_CIPHER would answer with the one before. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MYSQL"})
    void rowsWithCiphersBesideAreNotUpdatedByResultSets(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> fixture = Fixture.on(
                        kind, "states_updatable_" + kind.name().toLowerCase(Locale.ROOT))
                .rules(encrypted("plain: {name: phone, state: READ_PLAIN}"))
                .open(ShardingDataSourceFactory::create)) {
            fixture.onSharded(
                    "CREATE TABLE t (id INT PRIMARY KEY, phone VARCHAR(100), phone_cipher VARCHAR(200),"
                            + " phone_digest CHAR(64))",
                    "INSERT INTO t (id, phone) VALUES (1, 'a')");
            try (Connection connection = fixture.sharded().getConnection();
                    Statement updating =
                            connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_UPDATABLE);
                    Statement reading =
                            connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
                assertThatThrownBy(() -> updating.executeQuery("SELECT id, phone FROM t WHERE id = 1"))
                        .isInstanceOf(SQLFeatureNotSupportedException.class)
                        .hasMessageContaining("rules transform columns of its rows");
                try (ResultSet rows = reading.executeQuery("SELECT id, phone FROM t WHERE id = 1")) {
                    assertThat(rows.last()).isTrue();
                    assertThat(rows.getString("phone")).isEqualTo("a");
                }
            }
        }
    }

    /** The plain column has the logic name, then another one. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void neighboursReadWhatEachOtherWrites(DatabaseKind kind) throws Exception {
        for (String plain : List.of("phone", "phone_plain")) {
            String name = "states_" + plain + "_" + kind.name().toLowerCase(Locale.ROOT);
            String columns = " (id INT PRIMARY KEY, " + plain
                    + " VARCHAR(100), note VARCHAR(20), phone_cipher VARCHAR(200), phone_digest CHAR(64))";
            try (Fixture<ShardingDataSource> fixture =
                            Fixture.on(kind, name).rules(SHARDING).open(ShardingDataSourceFactory::create);
                    ShardingDataSource first =
                            open(fixture, encrypted("plain: {name: " + plain + ", state: READ_PLAIN}"));
                    ShardingDataSource second =
                            open(fixture, encrypted("plain: {name: " + plain + ", state: read_cipher}"));
                    ShardingDataSource last = open(fixture, encrypted(""))) {
                fixture.onSharded("CREATE TABLE t" + columns, "CREATE TABLE u" + columns);
                fixture.onSharded("INSERT INTO t (id, " + plain + ") VALUES (100, 'before')");
                assertThat(Rows.of(first, "SELECT phone FROM t WHERE phone = 'before'"))
                        .containsExactly("before");
                Rows.of(first, "DELETE FROM t WHERE phone = ?", "before");
                writeAndRead(kind, first, second, 1);
                writeAndRead(kind, second, first, 11);
                Rows.of(first, "INSERT INTO t (id, phone) VALUES (21, 'one')");
                assertThat(Rows.of(last, "SELECT id FROM t WHERE phone = 'one'"))
                        .containsExactly("21");
                Rows.of(last, "UPDATE t SET phone = ? WHERE phone = ?", "two", "one");
                assertThat(Rows.of(second, "SELECT phone FROM t WHERE phone = 'two'"))
                        .containsExactly("two");
                assertThat(Rows.of(
                                fixture.sharded(),
                                "SELECT COUNT(*) FROM t WHERE id < 20 AND (" + plain
                                        + " IS NULL) <> (phone_digest IS NULL)"))
                        .containsExactly("0");
            }
        }
    }

    private static void writeAndRead(DatabaseKind kind, ShardingDataSource writer, ShardingDataSource reader, int id)
            throws SQLException {
        Rows.of(
                writer,
                "INSERT INTO t (note, phone, id) VALUES ('n', ?, ?), ('m', 'lit', ?), (NULL, NULL, ?)",
                "p" + id,
                id,
                id + 1,
                id + 2);
        assertThat(Rows.of(reader, "SELECT id, phone FROM t WHERE phone IN (?, 'none')", "p" + id))
                .containsExactly(id + ",p" + id);
        Rows.of(writer, "UPDATE t SET phone = ?, note = 'x' WHERE phone = ?", "q" + id, "p" + id);
        assertThat(Rows.of(reader, "SELECT phone, note FROM t WHERE phone = ?", "q" + id))
                .containsExactly("q" + id + ",x");
        Rows.of(writer, "UPDATE t SET phone = 'lit" + id + "' WHERE id = ?", id + 1);
        assertThat(Rows.of(reader, "SELECT id FROM t x WHERE x.phone = ?", "lit" + id))
                .containsExactly(String.valueOf(id + 1));
        assertThat(Rows.of(reader, "SELECT id FROM t WHERE phone IS NULL AND id = ?", id + 2))
                .containsExactly(String.valueOf(id + 2));
        Rows.of(writer, "DELETE FROM u");
        Rows.of(writer, "INSERT INTO u (id, phone) SELECT id, phone FROM t WHERE id = ?", id);
        assertThat(Rows.of(reader, "SELECT phone FROM u WHERE phone = ?", "q" + id))
                .containsExactly("q" + id);
        Rows.of(writer, "UPDATE u SET phone = NULL");
        assertThat(Rows.of(reader, "SELECT COUNT(phone) FROM u")).containsExactly("0");
        if (kind != DatabaseKind.H2) {
            String end = kind == DatabaseKind.POSTGRESQL
                    ? " ON CONFLICT (id) DO UPDATE SET phone = EXCLUDED.phone"
                    : " ON DUPLICATE KEY UPDATE phone = VALUES(phone)";
            Rows.of(writer, "INSERT INTO t (id, phone) VALUES (?, ?)" + end, id, "up" + id);
            assertThat(Rows.of(reader, "SELECT id FROM t WHERE phone = ?", "up" + id))
                    .containsExactly(String.valueOf(id));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void whatCannotBeWrittenInBothFormsIsRefused(DatabaseKind kind) throws Exception {
        String name = "states_refused_" + kind.name().toLowerCase(Locale.ROOT);
        try (Fixture<ShardingDataSource> fixture = Fixture.on(kind, name)
                .rules(encrypted("plain: {name: phone, state: READ_PLAIN}"))
                .open(ShardingDataSourceFactory::create)) {
            String columns =
                    " (id INT PRIMARY KEY, phone VARCHAR(100), phone_cipher VARCHAR(200), phone_digest CHAR(64))";
            fixture.onSharded("CREATE TABLE t" + columns, "INSERT INTO t (id, phone) VALUES (1, 'x')");
            for (String sql : List.of(
                    "UPDATE t SET phone = UPPER(phone)",
                    "UPDATE t SET phone_cipher = 'x'",
                    "INSERT INTO t (id, phone_digest) VALUES (2, 'x')",
                    "SELECT phone_cipher FROM t",
                    "SELECT id FROM t ORDER BY phone",
                    "SELECT id FROM t WHERE phone LIKE 'x%'")) {
                assertThatThrownBy(() -> Rows.of(fixture.sharded(), sql))
                        .as(sql)
                        .isInstanceOf(SQLException.class)
                        .hasMessageStartingWith("SHD-");
            }
            assertThat(Rows.of(fixture.sharded(), "SELECT * FROM t")).containsExactly("1,x");
            assertThatThrownBy(() -> open(fixture, encrypted("plain: {name: phone, state: READ}")))
                    .hasMessageContaining("unknown state 'READ'")
                    .hasMessageContaining("plain.state");
            assertThatThrownBy(() -> open(fixture, encrypted("plain: {name: Phone_Cipher, state: READ_PLAIN}")))
                    .hasMessageContaining("actual column 'Phone_Cipher' is also that of");
        }
    }
}
