package org.shardingjdbc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickstartTest {
    @ParameterizedTest
    @ValueSource(strings = {"h2", "postgresql", "mariadb"})
    void tourShowsWhatEachDataNodeGets(String database) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            Quickstart.run(out, "--database=" + database);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .contains("2000 orders and 4001 items inserted")
                .containsPattern("ds_0: SELECT \\* FROM t_order_1 WHERE user_id = \\? AND order_id = \\?")
                .contains("JOIN t_order_item_2 i")
                .containsPattern("(?s)After the rollback:.*1 \\|      32 \\|.*2 \\|      63 \\|")
                .containsPattern("refused\n +SHD-\\d{4}: ");
    }

    @Test
    void unknownDatabaseIsRefused() {
        assertThatThrownBy(() -> Quickstart.main("--database=oracle")).hasMessageContaining("postgresql and mariadb");
        assertThatThrownBy(() -> Quickstart.main("--help")).hasMessageContaining("Unknown argument --help");
    }
}
