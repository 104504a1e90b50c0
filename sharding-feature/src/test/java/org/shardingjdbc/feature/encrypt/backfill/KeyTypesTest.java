package org.shardingjdbc.feature.encrypt.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Values that drivers cut, or that are not compared as they are ordered: no row may be passed over. */
class KeyTypesTest {
    private record Key(String type, IntFunction<String> literal) {}

    private static final String LETTERS = "zyxwvutsrqponmlkjihg";

    private static String letter(int i) {
        String letter = LETTERS.substring(i, i + 1);
        return "'" + (i % 2 == 0 ? letter.toUpperCase(Locale.ROOT) : letter) + "'";
    }

    private static String labels() {
        StringBuilder labels = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            labels.append(i == 0 ? "" : ", ").append(letter(i));
        }
        return labels.toString();
    }

    private static Stream<Arguments> keys() {
        Key name = new Key("CHAR(5)", KeyTypesTest::letter);
        Key number = new Key("BIGINT", i -> String.valueOf(i - 10));
        Key labelled = new Key("ENUM(" + labels() + ")", KeyTypesTest::letter);
        Key small = new Key("TINYINT(1)", i -> String.valueOf(i % 2 == 0 ? i : -i));
        Key bits = new Key("BIT(8)", String::valueOf);
        Key several = new Key(
                "SET('z', 'y', 'x', 'a', 'b')", i -> List.of("'z'", "'a,b'", "'y,x'", "'b'", "'z,y,x,a,b'", "''")
                        .get(i % 6));
        Key duration = new Key("TIME(3)", i -> "'1" + (10 + i) + ":00:00.123'");
        Key at = new Key("DATETIME(6)", i -> "'2020-03-29 02:30:" + (10 + i) + ".123456'");
        Key inexact = new Key("FLOAT", i -> i + ".1");
        Key[] mysql = {name, number, labelled, small, bits, several, duration, at, inexact};
        return Stream.of(
                        of(DatabaseKind.H2, name, number, labelled),
                        of(
                                DatabaseKind.POSTGRESQL,
                                name,
                                number,
                                new Key("my_enum", KeyTypesTest::letter),
                                new Key("citext", KeyTypesTest::letter),
                                new Key("BIT(1)", i -> "B'" + i % 2 + "'"),
                                new Key("TIME", i -> "'10:00:00.1234" + (10 + i) + "'"),
                                new Key("REAL", i -> i + ".1")),
                        of(DatabaseKind.MYSQL, mysql),
                        of(DatabaseKind.MARIADB, mysql))
                .flatMap(each -> each);
    }

    private static Stream<Arguments> of(DatabaseKind kind, Key... keys) {
        return Stream.of(keys).map(key -> Arguments.of(kind, key.type(), key));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("keys")
    void everyRowIsFoundByItsKey(DatabaseKind kind, String type, Key key) throws Exception {
        String name = "keytype" + kind.ordinal() + Integer.toHexString(type.hashCode());
        try (Fixture<?> fixture =
                        Fixture.on(kind, name).rules(BackfillRules.PLAIN).open(ShardingDataSourceFactory::create);
                Connection connection = fixture.raw(0).getConnection();
                Statement statement = connection.createStatement()) {
            if (type.equals("my_enum")) {
                statement.execute("CREATE TYPE my_enum AS ENUM (" + labels() + ")");
            }
            if (type.equals("citext")) {
                statement.execute("CREATE EXTENSION IF NOT EXISTS citext");
            }
            statement.execute("CREATE TABLE k (k " + type + ", n INT, phone VARCHAR(100), phone_cipher "
                    + "CHAR(200), phone_digest CHAR(70), PRIMARY KEY (k, n))");
            for (int i = 0; i < 20; i++) {
                statement.execute(
                        "INSERT INTO k (k, n, phone) VALUES (" + key.literal().apply(i) + ", " + i + ", 'p" + i + "')");
            }
            EncryptionBackfill backfill = new EncryptionBackfill(
                    BackfillRules.encryption(fixture.yaml(BackfillRules.of("READ_PLAIN", 1))),
                    "t",
                    new BackfillOptions(3, 0, progress -> {}));
            BackfillResult result = backfill.run(Map.of("ds_0", fixture.raw(0)), List.of("ds_0.k"));
            assertThat(result).isEqualTo(new BackfillResult(20, 20, 0, 0, List.of(), false));
        }
    }
}
