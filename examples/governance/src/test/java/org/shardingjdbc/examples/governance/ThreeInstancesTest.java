package org.shardingjdbc.examples.governance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tour prints what docs/governance.md says. */
class ThreeInstancesTest {
    @Test
    void printsWhatThePageSays() throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            ThreeInstances.main();
        } finally {
            System.setOut(console);
        }
        String page = Files.readString(Path.of("..", "..", "docs", "governance.md"));
        assertThat(page)
                .contains("```text\n" + bytes.toString(StandardCharsets.UTF_8).strip() + "\n```");
    }
}
