package org.shardingjdbc.examples.scaling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.scaling.job.ScalingProgress;

class GrowingShopTest {
    private static final Pattern COUNT = Pattern.compile("(ds_\\d\\.t_order_v2_\\d|found) +([\\d,]+)");

    @Test
    void whatWasAcknowledgedIsFoundOnSixteenDataNodes() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            GrowingShop.run(out, false, 2_000);
        }
        String told = bytes.toString(StandardCharsets.UTF_8);
        List<Long> counts = new ArrayList<>();
        Matcher count = COUNT.matcher(told);
        while (count.find()) {
            counts.add(Long.parseLong(count.group(2).replace(",", "")));
        }
        assertThat(told.split("checked again", -1)).hasSize(3);
        assertThat(counts).hasSize(17).allMatch(rows -> rows > 0);
        long found = counts.remove(16);
        assertThat(counts.stream().mapToLong(Long::longValue).sum()).isEqualTo(found);
        assertThat(told).contains(String.format("they leave %,d orders", found));
    }

    @Test
    void barsAreDrawnOverTheFormerOnes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CopyBars bars = new CopyBars(new PrintStream(bytes, true, StandardCharsets.UTF_8), true);
        bars.draw(progress(250, false));
        bars.draw(progress(1_000, true));
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly(
                        "\033[2K  ds_0.t_order   [" + "#".repeat(10) + ".".repeat(30) + "]       250 of 1,000",
                        "\033[2K  COPYING: 25 % copied, 500 rows a second, 7 changes followed",
                        "\033[2A\033[2K  ds_0.t_order   [" + "#".repeat(40) + "]     1,000 of 1,000",
                        "\033[2K  COPYING: 100 % copied, 500 rows a second, 7 changes followed");
    }

    private static ScalingProgress progress(long copied, boolean done) {
        return new ScalingProgress(
                ScalingPhase.COPYING,
                List.of(new ScalingProgress.Node("ds_0.t_order", copied, 1_000, 64_000, done)),
                500,
                7,
                0,
                Duration.ZERO,
                Duration.ZERO,
                null,
                null);
    }
}
