package org.shardingjdbc.rule.internal.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * Makes the table of docs/sharding-algorithms.md that shows how a million keys of a kind are spread over 4,096 slots,
 * and holds that the page has it and that no kind is spread worse than by chance.
 */
class SlotDistributionTest {
    private static final Path PAGE = Path.of("..", "docs", "sharding-algorithms.md");
    private static final Path MADE = Path.of("target", "slot-distribution.md");
    private static final int KEYS = 1_000_000;
    private static final int SLOTS = 4096;
    private static final int NODES = 4;

    @Test
    void thePageShowsHowKeysAreSpread() throws IOException {
        Random random = new Random(5_550_112_233L);
        List<String> lines = new ArrayList<>();
        lines.add(
                "| 1,000,000 keys | fewest in a slot | most in a slot | chi-square | fewest on one of four nodes | most |");
        lines.add("| --- | --- | --- | --- | --- | --- |");
        lines.add(line("1, 2, 3, ...", i -> i + 1L));
        lines.add(line("-1, -2, -3, ...", i -> -1L - i));
        lines.add(line("even numbers", i -> 2L * i));
        lines.add(line("multiples of 4,096", i -> 4096L * i));
        lines.add(line("multiples of 1,000,000", i -> 1_000_000L * i));
        lines.add(line(
                "SNOWFLAKE keys, three in a millisecond", i -> 1_700_000_000_000L + i / 3 << 22 | 5 << 12 | i % 3));
        lines.add(line("random numbers", i -> random.nextLong()));
        lines.add(line(
                "seconds from 2024 on",
                i -> LocalDate.of(2024, 1, 1).atStartOfDay().plusSeconds(i)));
        lines.add(line("UUIDs", i -> new UUID(random.nextLong(), random.nextLong())));
        lines.add(line("user1@example.com, ...", i -> "user" + (i + 1) + "@example.com"));
        lines.add(line("ORD-0000001, ...", i -> String.format(Locale.ROOT, "ORD-%07d", i + 1)));
        String table = String.join("\n", lines) + "\n";
        Files.writeString(MADE, table);
        assertThat(Files.readString(PAGE))
                .as("the table of %s, which is now in %s", PAGE, MADE)
                .contains(table);
    }

    private static String line(String kind, IntFunction<Object> keys) {
        int[] rows = new int[SLOTS];
        for (int i = 0; i < KEYS; i++) {
            rows[SlotHash.slot(keys.apply(i), SLOTS)]++;
        }
        int fewest = KEYS;
        int most = 0;
        double square = 0;
        double expected = (double) KEYS / SLOTS;
        int[] nodes = new int[NODES];
        for (int slot = 0; slot < SLOTS; slot++) {
            fewest = Math.min(fewest, rows[slot]);
            most = Math.max(most, rows[slot]);
            square += (rows[slot] - expected) * (rows[slot] - expected) / expected;
            nodes[slot * NODES / SLOTS] += rows[slot];
        }
        // five times the deviation of a sum of so many squares
        assertThat(square).as(kind).isBetween(SLOTS - 1 - 453.0, SLOTS - 1 + 453.0);
        int smallest = KEYS;
        int largest = 0;
        for (int node : nodes) {
            smallest = Math.min(smallest, node);
            largest = Math.max(largest, node);
        }
        return String.format(
                Locale.ROOT, "| %s | %d | %d | %.0f | %,d | %,d |", kind, fewest, most, square, smallest, largest);
    }
}
