package org.shardingjdbc.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.command.CliProcess;
import org.shardingjdbc.cli.internal.command.Shop;

/** The command {@code check} in a pseudo-terminal: what a user sees, and the exit code that a script sees. */
class CheckTerminalTest {
    @TempDir
    Path folder;

    private TerminalScreen start(Path yaml, String... arguments) throws Exception {
        List<String> command = CliProcess.command("-c", yaml.toString());
        command.addAll(List.of(arguments));
        return new TerminalScreen(140, 40, Map.of(), command);
    }

    @Test
    void mistakesAreShownWithTheirRemedies() throws Exception {
        Path yaml = Shop.yaml(folder);
        try (TerminalScreen screen = start(yaml, "-e", Shop.SCHEMA)) {
            assertThat(screen.end()).isZero();
        }
        try (TerminalScreen screen = start(yaml, "check", "--rows", "all")) {
            screen.await("Nothing is wrong (2 tables, 10 actual tables in 2 databases, 8 rows read)");
            assertThat(screen.end()).isZero();
        }
        Shop.plant(
                folder,
                "ds_0",
                "ALTER TABLE t_order_1 DROP COLUMN note",
                "INSERT INTO t_order_2 VALUES (7, 7, 1, 'lost')");
        Shop.plant(folder, "ds_1", "DROP TABLE t_order_3");
        try (TerminalScreen screen = start(yaml, "check", "--rows", "all")) {
            screen.await("3 errors (2 tables, 9 actual tables in 2 databases, 8 rows read)");
            assertThat(screen.text())
                    .contains("error column-missing ds_0.t_order_1")
                    .contains("Column NOTE is missing, which ds_0.t_order_0 has.")
                    .contains("ALTER TABLE T_ORDER_1 ADD COLUMN NOTE CHARACTER VARYING(200);")
                    .contains("error table-missing ds_1.t_order_3")
                    .contains("CREATE TABLE T_ORDER_3 (")
                    .contains("error rows-misplaced ds_0.t_order_2")
                    .contains("1 to ds_1.t_order_3");
            assertThat(screen.raw()).contains("\u001b[1;31merror column-missing\u001b[0m");
            assertThat(screen.end()).isEqualTo(1);
        }
    }
}
