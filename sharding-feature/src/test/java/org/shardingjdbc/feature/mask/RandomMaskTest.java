package org.shardingjdbc.feature.mask;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Random statements over masked columns: the same rows as of a plain database, whose values this test masks by itself.
 * What a statement shows under which column is told by labels: {@code p...} is a phone, {@code m...} a mail,
 * {@code s...} a salary. More of them by {@code -Dmask.statements=5000}.
 */
@Tag("random")
class RandomMaskTest {
    private static final int STATEMENTS = Integer.getInteger("mask.statements", 300);
    private static final long SEED = Long.getLong("mask.seed", 20261123L);
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t_user:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
                t_owner:
                  actualDataSources: ds_0,ds_1
                  shardingStrategy:
                    standard: {shardingColumn: id, shardingAlgorithmName: mod}
              bindingTables: ['t_user,t_owner']
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
            - !MASK
              readerClientInfo: reader
              tables:
                t_user:
                  columns:
                    phone: {maskAlgorithm: ends}
                    mail: {maskAlgorithm: md5, strict: true}
                    salary: {maskAlgorithm: all, exemptReaders: [auditor]}
                t_owner:
                  columns:
                    phone: {maskAlgorithm: ends}
              maskAlgorithms:
                ends: {type: KEEP_FIRST_N_LAST_M, props: {first-n: 1, last-m: 2, replace-char: '*'}}
                all: {type: MASK_FROM_X_TO_Y, props: {from-x: 0, to-y: 99, replace-char: '#'}}
                md5: {type: MD5}
            """;
    private static final List<String> COLUMNS = List.of(
            "u.id", "u.name", "u.phone AS p1", "u.mail AS m1", "u.salary AS s1", "u.phone AS p2", "o.phone AS p3");

    private Random random;
    private Connection plain;
    private Connection sharded;
    private int nextId;
    private int answered;
    private int refused;

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void answersAreThoseOfThePlainDatabaseMasked(DatabaseKind kind) throws Exception {
        random = new Random(SEED);
        String name = "random_mask_" + kind.name().toLowerCase(Locale.ROOT);
        try (Fixture<ShardingDataSource> fixture =
                Fixture.on(kind, name).rules(RULES).open(ShardingDataSourceFactory::create)) {
            for (String table : List.of("t_user", "t_owner")) {
                fixture.onBoth("CREATE TABLE " + table
                        + " (id INT PRIMARY KEY, name VARCHAR(20), phone VARCHAR(20), mail VARCHAR(40), salary INT)");
            }
            try (Connection one = fixture.plain().getConnection();
                    Connection other = fixture.sharded().getConnection()) {
                plain = one;
                sharded = other;
                for (int i = 0; i < 40; i++) {
                    write("INSERT INTO " + (i % 2 == 0 ? "t_user" : "t_owner") + row());
                }
                for (int i = 0; i < STATEMENTS; i++) {
                    if (random.nextInt(5) == 0) {
                        write(change());
                    } else {
                        read(query());
                    }
                }
            }
        }
        System.out.println(kind + ": " + answered + " answered, " + refused + " refused, 0 different");
        assertThat(answered).isGreaterThan(STATEMENTS / 2);
        assertThat(refused).isPositive();
    }

    private String row() {
        return " (id, name, phone, mail, salary) VALUES (" + ++nextId + ", " + text("n", 5) + ", " + phone() + ", "
                + text("m@x.org", 6) + ", " + (random.nextInt(6) == 0 ? "NULL" : random.nextInt(9) * 100) + ")";
    }

    private String text(String stem, int kinds) {
        int number = random.nextInt(kinds + 1);
        return number == kinds ? "NULL" : "'" + number + stem + "'";
    }

    private String phone() {
        return switch (random.nextInt(6)) {
            case 0 -> "NULL";
            case 1 -> "''";
            case 2 -> "'12'";
            default -> "'138" + (1000 + random.nextInt(12)) + "'";
        };
    }

    private String change() {
        return switch (random.nextInt(5)) {
            case 0, 1 -> "INSERT INTO t_user" + row();
            case 2 -> "UPDATE t_user SET phone = " + phone() + ", mail = " + text("m@x.org", 6) + " WHERE id = " + id();
            case 3 -> "UPDATE t_user SET name = " + text("n", 5) + " WHERE phone = " + phone();
            default -> "DELETE FROM t_user WHERE id = " + id();
        };
    }

    private int id() {
        return 1 + random.nextInt(nextId);
    }

    private String query() {
        int form = random.nextInt(6);
        if (form == 0) {
            return "SELECT phone AS p1, id FROM t_user WHERE " + condition("")
                    + " UNION ALL SELECT phone, id FROM t_owner" + " WHERE id > " + id();
        }
        if (form == 1) {
            return "SELECT DISTINCT phone AS p1, salary AS s1 FROM t_user WHERE " + condition("");
        }
        if (form == 2) {
            return "SELECT phone AS p1, COUNT(*) AS n FROM t_user WHERE " + condition("") + " GROUP BY phone";
        }
        boolean joined = random.nextBoolean();
        List<String> items = new ArrayList<>();
        for (String column : COLUMNS) {
            if (random.nextBoolean() && (joined || !column.startsWith("o."))) {
                items.add(column);
            }
        }
        items.add("u.id AS last");
        String from = joined ? "t_user u JOIN t_owner o ON u.id = o.id + 0" : "t_user u";
        from = joined && random.nextBoolean() ? "t_user u LEFT JOIN t_owner o ON u.id = o.id" : from;
        return "SELECT " + String.join(", ", items) + " FROM " + from + " WHERE " + condition("u.")
                + (random.nextBoolean() ? " ORDER BY u.phone, u.id" : " ORDER BY u.id")
                + (random.nextInt(3) == 0 ? " LIMIT 5" : "");
    }

    private String condition(String qualifier) {
        return switch (random.nextInt(9)) {
            case 0 -> qualifier + "phone LIKE '138%'";
            case 1 -> qualifier + "phone = " + phone();
            case 2 -> qualifier + "phone >= '1381005'";
            case 3 -> qualifier + "mail IS NULL";
            case 4 -> qualifier + "mail IS NOT NULL AND " + qualifier + "salary > 300";
            // refused: the column is strict
            case 5 -> qualifier + "mail = '1m@x.org'";
            default -> qualifier + "id > " + id();
        };
    }

    private void write(String sql) throws SQLException {
        try (Statement one = plain.createStatement();
                Statement other = sharded.createStatement()) {
            assertThat(other.executeUpdate(sql)).as(sql).isEqualTo(one.executeUpdate(sql));
        }
        answered++;
    }

    private void read(String sql) throws SQLException {
        String reader = random.nextInt(3) == 0 ? "auditor" : random.nextBoolean() ? "guest" : null;
        List<String> expected;
        try (Statement one = plain.createStatement()) {
            expected = rows(one.executeQuery(sql), true, reader);
        }
        List<String> found;
        try (Statement other = sharded.createStatement()) {
            if (random.nextBoolean()) {
                sharded.setClientInfo("reader", reader);
                found = rows(other.executeQuery(sql), false, null);
                sharded.setClientInfo("reader", null);
            } else if (reader == null) {
                found = rows(other.executeQuery(sql), false, null);
            } else {
                try (ShardingHint scope = ShardingHint.open().setReader(reader)) {
                    assertThat(scope).isNotNull();
                    found = rows(other.executeQuery(sql), false, null);
                }
            }
        } catch (SQLException e) {
            // a condition of a strict column, or an answer in steps
            assertThat(e.getMessage()).as(sql).containsAnyOf("SHD-4131", "SHD-4101");
            assertThat(sql).containsAnyOf("mail =", "+ 0");
            sharded.setClientInfo("reader", null);
            refused++;
            return;
        }
        if (!sql.contains("ORDER BY")) {
            expected.sort(null);
            found.sort(null);
        }
        assertThat(found).as(sql + " for " + reader).isEqualTo(expected);
        answered++;
    }

    private static List<String> rows(ResultSet result, boolean masked, String reader) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (result) {
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    String value = result.getString(i);
                    char kind = result.getMetaData()
                            .getColumnLabel(i)
                            .toLowerCase(Locale.ROOT)
                            .charAt(0);
                    row.append(masked && value != null ? seen(kind, value, reader) : value)
                            .append('|');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    private static String seen(char kind, String value, String reader) {
        return switch (kind) {
            case 'p' ->
                value.length() <= 3
                        ? value
                        : value.charAt(0) + "*".repeat(value.length() - 3) + value.substring(value.length() - 2);
            case 'm' -> md5(value);
            case 's' -> "auditor".equals(reader) ? value : "#".repeat(value.length());
            default -> value;
        };
    }

    private static String md5(String value) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            return HexFormat.of().formatHex(digest.digest(value.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
