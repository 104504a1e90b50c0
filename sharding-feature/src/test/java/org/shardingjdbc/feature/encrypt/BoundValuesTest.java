package org.shardingjdbc.feature.encrypt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** The ways in which applications and frameworks give and take values of encrypted columns. */
class BoundValuesTest {
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

    private static final Map<DatabaseKind, Fixture<ShardingDataSource>> OPEN = new EnumMap<>(DatabaseKind.class);

    /** Sets the second parameter of an INSERT, or the only one of a query. */
    private interface Setting {
        void on(PreparedStatement statement, int index) throws SQLException;
    }

    @AfterAll
    static void close() throws SQLException {
        for (Fixture<ShardingDataSource> fixture : OPEN.values()) {
            fixture.close();
        }
        OPEN.clear();
    }

    private static ShardingDataSource empty(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> fixture = OPEN.get(kind);
        if (fixture == null) {
            fixture = Fixture.on(kind, "bound_values_" + kind.name().toLowerCase(Locale.ROOT))
                    .rules(RULES)
                    .open(ShardingDataSourceFactory::create);
            OPEN.put(kind, fixture);
            fixture.onSharded(
                    "CREATE TABLE t (id INT PRIMARY KEY, name_digest CHAR(64), name_cipher VARCHAR(400), x INT)");
        }
        fixture.onSharded("DELETE FROM t");
        return fixture.sharded();
    }

    private static void insert(Connection connection, int id, Setting setting) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, name) VALUES (?, ?)")) {
            insert.setInt(1, id);
            setting.on(insert, 2);
            insert.executeUpdate();
        }
    }

    private static List<Integer> find(Connection connection, Setting setting) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT id FROM t WHERE name = ? ORDER BY id")) {
            setting.on(select, 1);
            List<Integer> found = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getInt(1));
                }
            }
            return found;
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void textsMayComeFromReadersAndClobs(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = empty(kind);
        try (Connection connection = sharded.getConnection()) {
            insert(connection, 1, (set, at) -> set.setCharacterStream(at, new StringReader("Anna and more"), 4));
            insert(connection, 2, (set, at) -> set.setCharacterStream(at, new StringReader("Ärger 😀")));
            insert(connection, 3, (set, at) -> set.setClob(at, new StringReader("Carl")));
            insert(connection, 4, (set, at) -> set.setObject(at, new StringReader("Dora")));
            insert(connection, 5, (set, at) -> set.setCharacterStream(at, new StringReader("")));
            insert(connection, 6, (set, at) -> set.setCharacterStream(at, null));
            assertThat(find(connection, (set, at) -> set.setCharacterStream(at, new StringReader("Anna"))))
                    .containsExactly(1);
            try (PreparedStatement batch = connection.prepareStatement("INSERT INTO t (id, name) VALUES (?, ?)")) {
                for (int id = 10; id < 14; id++) {
                    batch.setInt(1, id);
                    batch.setClob(2, new StringReader("batch " + id));
                    batch.addBatch();
                }
                batch.executeBatch();
            }
            assertThatThrownBy(() -> insert(
                            connection,
                            20,
                            (set, at) -> set.setBinaryStream(
                                    at, new ByteArrayInputStream("x".getBytes(StandardCharsets.UTF_8)))))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("SHD-4132")
                    .hasMessageContaining("give it as a text or by a Reader");
        }
        assertThat(Rows.of(sharded, "SELECT id, name FROM t ORDER BY id"))
                .containsExactly(
                        "1,Anna",
                        "2,Ärger 😀",
                        "3,Carl",
                        "4,Dora",
                        "5,",
                        "6,null",
                        "10,batch 10",
                        "11,batch 11",
                        "12,batch 12",
                        "13,batch 13");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2"})
    void textsMayComeFromClobsOfTheConnection(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = empty(kind);
        try (Connection connection = sharded.getConnection()) {
            Clob given = connection.createClob();
            given.setString(1, "Clob");
            insert(connection, 1, (set, at) -> set.setClob(at, given));
            insert(connection, 2, (set, at) -> set.setObject(at, given, Types.CLOB));
        }
        assertThat(Rows.of(sharded, "SELECT name, id FROM t WHERE name = 'Clob' ORDER BY id"))
                .containsExactly("Clob,1", "Clob,2");
    }

    /** The stored value is a text, whatever the type that the application gives its own. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void typesOfTheApplicationAreNotThoseOfCiphers(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = empty(kind);
        try (Connection connection = sharded.getConnection()) {
            insert(connection, 1, (set, at) -> set.setObject(at, "4711", Types.INTEGER));
            insert(connection, 2, (set, at) -> set.setObject(at, 4711L, Types.BIGINT));
            insert(connection, 3, (set, at) -> set.setObject(at, "4711", Types.NUMERIC, 2));
            insert(connection, 4, (set, at) -> set.setNull(at, Types.BIGINT));
            insert(connection, 5, (set, at) -> set.setObject(at, null, Types.INTEGER));
            insert(connection, 6, (set, at) -> set.setObject(at, "4711"));
            assertThat(find(connection, (set, at) -> set.setObject(at, "4711", Types.BIGINT)))
                    .containsExactly(1, 2, 3, 6);
            assertThat(find(connection, (set, at) -> set.setNull(at, Types.BIGINT)))
                    .isEmpty();
        }
        assertThat(Rows.of(sharded, "SELECT id FROM t WHERE name IS NULL ORDER BY id"))
                .containsExactly("4", "5");
    }

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL"})
    void generatedKeysAreNamedAsStatementsNameThem(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = empty(kind);
        try (Connection connection = sharded.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO t (id, name) VALUES (?, ?)", new String[] {"id", "name"})) {
            for (int id = 1; id < 3; id++) {
                insert.setInt(1, id);
                insert.setString(2, "key " + id);
                insert.executeUpdate();
                try (ResultSet keys = insert.getGeneratedKeys()) {
                    assertThat(keys.next()).isTrue();
                    assertThat(keys.getInt("id")).isEqualTo(id);
                    assertThat(keys.getString("name")).isEqualTo("key " + id);
                }
            }
        }
    }

    /** As MyBatis and others read large texts and bytes. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "MARIADB"})
    void emptyTextsAreReadAsOthers(DatabaseKind kind) throws Exception {
        ShardingDataSource sharded = empty(kind);
        Rows.of(sharded, "INSERT INTO t (id, name) VALUES (1, ''), (2, 'Zoe')");
        try (Connection connection = sharded.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT name FROM t ORDER BY id");
                ResultSet rows = select.executeQuery()) {
            for (String expected : List.of("", "Zoe")) {
                assertThat(rows.next()).isTrue();
                Clob text = rows.getClob(1);
                assertThat(text.getSubString(1, (int) text.length())).isEqualTo(expected);
                assertThat(text.getSubString(1, 100)).isEqualTo(expected);
                assertThat(text.getAsciiStream().readAllBytes())
                        .isEqualTo(expected.getBytes(StandardCharsets.US_ASCII));
                Blob bytes = rows.getBlob(1);
                assertThat(bytes.getBytes(1, (int) bytes.length()))
                        .isEqualTo(expected.getBytes(StandardCharsets.UTF_8));
                assertThat(bytes.getBytes(1, 100)).isEqualTo(expected.getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
