package org.shardingjdbc.site.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What a reader of the code goes through must not become more. {@code .ci/house/limits} holds the most of each; what is
 * less than nine tenths of its limit fails too, so that the limit follows. Counts of calls differ by a few, as timers
 * tick.
 */
class HouseTest {
    private static final Path ROOT = Path.of(System.getProperty("maven.multiModuleProjectDirectory", ".."))
            .toAbsolutePath()
            .normalize();

    /** On a busy machine timers tick in between, so that only what is too much each time is too much. */
    @Test
    void countsStayBelowTheirLimits() throws Exception {
        List<String> wrong = wrong();
        for (int again = 0; again < 2 && !wrong.isEmpty(); again++) {
            wrong = wrong();
        }
        assertThat(wrong).isEmpty();
    }

    private static List<String> wrong() throws Exception {
        House house = new House();
        house.calls(System.getProperty("java.class.path"));
        house.sources(ROOT);
        Files.writeString(Path.of("target", "house.txt"), house.table(), StandardCharsets.UTF_8);
        Map<String, Integer> counts = house.counts();
        List<String> wrong = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve(".ci/house/limits"))) {
            int end = line.lastIndexOf('=');
            if (line.startsWith("#") || end < 0) {
                continue;
            }
            String what = line.substring(0, end).trim();
            int most = Integer.parseInt(line.substring(end + 1).trim());
            Integer found = counts.get(what);
            if (found == null) {
                wrong.add(what + " is not counted; there are " + counts.keySet());
            } else if (found > most) {
                wrong.add(what + ": " + found + ", more than " + most);
            } else if (found < most * 9 / 10) {
                wrong.add(what + ": " + found + " is much less than " + most + "; lower the limit to it");
            }
        }
        return wrong;
    }
}
