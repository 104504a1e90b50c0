package org.shardingjdbc.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What ShardingSphere 5.5.2 stores by AES and MD5 is stored the same here, and each reads and finds what the other one
 * stored. More values by {@code -Dshardingsphere.values=500}.
 */
@Tag("random")
class SameCiphersTest {
    private static final int VALUES = Integer.getInteger("shardingsphere.values", 30);
    private static final Object[] FIRST = {
        "", " ", "a", "äöü日本", "😀\u0000z", "x".repeat(9000), "123456789012345", "1234567890123456", 42, -7L, (short) 3
    };
    private static final List<String> TABLES =
            List.of("ds_0.t_cipher (id BIGINT PRIMARY KEY, v_cipher VARCHAR(40000), v_digest VARCHAR(100))");

    private final Random random = new Random(Long.getLong("shardingsphere.seed", 20261126L));
    private Contender ours;
    private Contender theirs;
    private long id;

    @ParameterizedTest
    @ValueSource(strings = {"SHA-1", "MD5", "SHA-256", "sha1"})
    void areTheSameByEachDigestOfTheKey(String digest) throws Exception {
        String rules = Contender.resource("/ciphers.yaml").replace("${digest}", digest);
        ours = Contender.ours("ours_cipher", rules, TABLES);
        theirs = Contender.theirs("theirs_cipher", rules, TABLES);
        for (Object value : FIRST) {
            same(value);
        }
        for (int i = 0; i < VALUES; i++) {
            same(text());
        }
        nulls();
        assertThatThrownBy(() -> ours.run("INSERT INTO t_cipher (id, v) VALUES (?, ?)", ++id, new BigDecimal("1.50")))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("only texts and whole numbers are encrypted");
        ours.close();
        theirs.close();
    }

    private void same(Object value) throws Exception {
        long row = ++id;
        String insert = "INSERT INTO t_cipher (id, v) VALUES (?, ?)";
        ours.run(insert, row, value);
        theirs.run(insert, row, value);
        String stored = "SELECT v_cipher, v_digest FROM t_cipher WHERE id = ?";
        assertThat(ours.runIn(0, stored, row)).as("" + value).isEqualTo(theirs.runIn(0, stored, row));
        assertThat(ours.runIn(0, stored, row).toString()).doesNotContain("null");
        String read = "SELECT v FROM t_cipher WHERE id = ?";
        assertThat(ours.run(read, row)).isEqualTo(theirs.run(read, row)).containsExactly(value + "|");
        String found = "SELECT id FROM t_cipher WHERE v = ?";
        assertThat(ours.run(found, value)).isEqualTo(theirs.run(found, value)).contains(row + "|");
    }

    private void nulls() throws Exception {
        String insert = "INSERT INTO t_cipher (id, v) VALUES (?, ?)";
        ours.run(insert, ++id, null);
        theirs.run(insert, id, null);
        String all = "SELECT * FROM t_cipher WHERE id = " + id;
        assertThat(ours.runIn(0, all)).isEqualTo(theirs.runIn(0, all)).containsExactly(id + "|null|null|");
        assertThat(ours.run("SELECT id FROM t_cipher WHERE v IS NULL")).containsExactly(id + "|");
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(40); length > 0; length--) {
            text.appendCodePoint(random.nextInt(4) == 0 ? 0x1F600 + random.nextInt(60) : ' ' + random.nextInt(5000));
        }
        return text.toString();
    }
}
