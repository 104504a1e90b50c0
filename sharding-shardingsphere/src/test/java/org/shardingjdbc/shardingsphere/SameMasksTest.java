package org.shardingjdbc.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Masks with random properties over random values show the same in ShardingSphere 5.5.2 and here. More values by
 * {@code -Dshardingsphere.values=500}.
 */
@Tag("random")
class SameMasksTest {
    private static final int VALUES = Integer.getInteger("shardingsphere.values", 30);
    private static final String[] TEXTS = {
        "", " ", "a", "ab", "abc", "abcd", "13800138000", "ann@x.org", "@x", "x@", "@", "a@b@c", "äöü日本", "\n", "é"
    };
    private static final String[] SPECIALS = {"@", "b", "38", "x.", "@x"};
    private static final List<String> TYPES =
            List.of("INT", "BIGINT", "DECIMAL(10, 2)", "DATE", "TIMESTAMP", "BOOLEAN", "CHAR(8)");
    private static final int ROUNDS = 4;

    private final Random random = new Random(Long.getLong("shardingsphere.seed", 20261126L));
    private final StringBuilder columns = new StringBuilder();
    private final StringBuilder algorithms = new StringBuilder("    maskAlgorithms:\n");
    private final StringBuilder definitions = new StringBuilder();
    private int count;

    private void column(String type, String algorithm, String properties) {
        String name = "c" + count++;
        columns.append("          ").append(name).append(":\n            maskAlgorithm: m_");
        columns.append(name).append("\n");
        algorithms.append("      m_").append(name).append(":\n        type: ").append(algorithm);
        algorithms.append("\n        props: {").append(properties).append("}\n");
        definitions.append(", ").append(name).append(' ').append(type);
    }

    private int textColumns() {
        for (int i = 0; i < ROUNDS; i++) {
            for (String type : List.of("KEEP_FIRST_N_LAST_M", "MASK_FIRST_N_LAST_M")) {
                column("VARCHAR(200)", type, "first-n: " + place() + ", last-m: " + place() + ", replace-char: '*'");
            }
            for (String type : List.of("KEEP_FROM_X_TO_Y", "MASK_FROM_X_TO_Y")) {
                int from = place();
                column(
                        "VARCHAR(200)",
                        type,
                        "from-x: " + from + ", to-y: " + (from + place() - 1) + ", replace-char: '#'");
            }
            for (String type : List.of("MASK_BEFORE_SPECIAL_CHARS", "MASK_AFTER_SPECIAL_CHARS")) {
                String special = SPECIALS[random.nextInt(SPECIALS.length)];
                column("VARCHAR(200)", type, "special-chars: '" + special + "', replace-char: '*'");
            }
            column("VARCHAR(200)", "MD5", i % 2 == 0 ? "" : "salt: s" + i);
        }
        return count;
    }

    private int place() {
        return 1 + random.nextInt(5);
    }

    @Test
    void showTheSame() throws Exception {
        int texts = textColumns();
        for (String type : TYPES) {
            column(type, "KEEP_FIRST_N_LAST_M", "first-n: 1, last-m: 1, replace-char: '*'");
        }
        String rules = "rules:\n  - !SINGLE\n    tables:\n      - \"*.*\"\n  - !MASK\n    tables:\n      t_mask:\n"
                + "        columns:\n" + columns + algorithms;
        List<String> tables = List.of("ds_0.t_mask (id BIGINT PRIMARY KEY" + definitions + ")");
        Contender ours = Contender.ours("ours_mask", rules, tables);
        Contender theirs = Contender.theirs("theirs_mask", rules, tables);
        String insert = "INSERT INTO t_mask VALUES (?" + ", ?".repeat(count) + ")";
        for (int i = 0; i < TEXTS.length + VALUES; i++) {
            List<Object> row = new ArrayList<>(List.of((long) i));
            row.addAll(Collections.nCopies(texts, i == 3 ? null : i < TEXTS.length ? TEXTS[i] : text()));
            row.addAll(i == 5 ? Collections.nCopies(TYPES.size(), null) : others());
            ours.runIn(0, insert, row.toArray());
            theirs.runIn(0, insert, row.toArray());
            String query = "SELECT * FROM t_mask WHERE id = " + i;
            assertThat(ours.run(query)).as(row + "\n" + algorithms).isEqualTo(theirs.run(query));
            assertThat(ours.run(query)).isNotEqualTo(ours.runIn(0, query));
        }
        ours.close();
        theirs.close();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(14); length > 0; length--) {
            text.append((char) (random.nextInt(6) == 0 ? '@' : ' ' + random.nextInt(300)));
        }
        return text.toString();
    }

    private List<Object> others() {
        return List.of(
                random.nextInt(),
                random.nextLong(),
                BigDecimal.valueOf(random.nextInt(1_000_000), 2),
                Date.valueOf("2024-01-1" + random.nextInt(10)),
                Timestamp.valueOf("2024-01-01 10:00:0" + random.nextInt(10)),
                random.nextBoolean(),
                "ab" + random.nextInt(1000));
    }
}
