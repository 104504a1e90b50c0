package org.shardingjdbc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.cli.internal.draw.Palette;

class QuickstartTest {
    @ParameterizedTest
    @ValueSource(strings = {"h2", "postgresql", "mariadb"})
    void tourShowsWhatEachDataNodeGets(String database) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            Quickstart.run(out, Palette.PLAIN, "--database=" + database);
        }
        String told = bytes.toString(StandardCharsets.UTF_8);
        assertThat(told.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(Narrator.WIDTH));
        assertThat(told)
                .contains("2000 orders and 4001 items inserted")
                .containsPattern("ds_0  SELECT \\* FROM t_order_1 WHERE user_id = \\? AND order_id = \\?")
                .contains("JOIN t_order_item_0..3 i")
                .containsPattern("(?s)After the rollback:.*1 │      32 │.*2 │      63 │")
                .contains("t_order_item_0        495", "Pull into temporary tables of ds_0", "MoveRows")
                .containsPattern("refused\n +SHD-\\d{4}: ");
    }

    @Test
    void unknownDatabaseIsRefused() {
        assertThatThrownBy(() -> Quickstart.main("--database=oracle"))
                .hasMessageContaining("postgresql, mariadb and mysql");
        assertThatThrownBy(() -> Quickstart.main("--help")).hasMessageContaining("Unknown argument --help");
    }
}
