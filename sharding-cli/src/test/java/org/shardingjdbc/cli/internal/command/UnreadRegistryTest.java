package org.shardingjdbc.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shardingjdbc.cli.internal.draw.Palette;
import org.shardingjdbc.cli.internal.output.Output;

/** Commands over a document whose application has a registry. */
class UnreadRegistryTest {
    private static final String CREATE = "CREATE TABLE IF NOT EXISTS t_order(order_id BIGINT PRIMARY KEY, user_id INT)";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) throws IOException {
        Path file = Files.writeString(folder.resolve("sharding.yaml"), """
                mode:
                  type: Cluster
                  repository: {type: ZooKeeper, props: {namespace: shop, server-lists: 'localhost:1'}}
                dataSources:
                  ds_0: {jdbcUrl: 'jdbc:h2:mem:unread_0;INIT=%1$s', username: sa}
                  ds_1: {jdbcUrl: 'jdbc:h2:mem:unread_1;INIT=%1$s', username: sa}
                rules:
                - !SHARDING
                  tables:
                    t_order:
                      actualDataNodes: ds_${0..1}.t_order
                      databaseStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: by_user}}
                      keyGenerateStrategy: {column: order_id, keyGeneratorName: snowflake}
                  shardingAlgorithms:
                    by_user: {type: MOD, props: {sharding-count: 2}}
                  keyGenerators:
                    snowflake: {type: SNOWFLAKE}
                """.formatted(CREATE));
        Output output = new Output(new PrintWriter(out), new PrintWriter(err), Palette.PLAIN, Palette.PLAIN, 0, false);
        String[] all = new String[arguments.length + 2];
        all[0] = "-c";
        all[1] = file.toString();
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        return RootCommand.run(output, all);
    }

    @Test
    void theDocumentCountsAsItStands() throws IOException {
        assertThat(run("explain", "SELECT * FROM t_order WHERE user_id = 3"))
                .as(() -> err.toString())
                .isZero();
        assertThat(out.toString()).contains("ds_1").doesNotContain("ds_0");
    }

    /** They could go by older rules than those of the application. */
    @Test
    void noStatementIsExecuted() throws IOException {
        for (String sql :
                new String[] {"SELECT * FROM t_order", "INSERT INTO t_order (order_id, user_id) VALUES (7, 3)"}) {
            assertThat(run("-e", sql)).isNotZero();
            assertThat(run("query", sql)).isNotZero();
        }
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("its registry is not read here").contains("no mode");
    }
}
