package org.shardingjdbc.examples.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ServedShopTest {
    private static final Pattern LINE =
            Pattern.compile("PGPASSWORD=(\\w+) psql -h 127\\.0\\.0\\.1 -p (\\d+) -U shop shop");

    @Test
    void theLineThatIsPrintedFindsAllOrders() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
                PipedInputStream in = new PipedInputStream();
                PipedOutputStream enter = new PipedOutputStream(in)) {
            CompletableFuture<Void> shop = CompletableFuture.runAsync(() -> {
                try {
                    ServedShop.run(in, out, 0);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            Matcher line = LINE.matcher(bytes.toString(StandardCharsets.UTF_8));
            while (!line.find()) {
                assertThat(shop).isNotDone();
                TimeUnit.MILLISECONDS.sleep(50);
                line = LINE.matcher(bytes.toString(StandardCharsets.UTF_8));
            }
            String url = "jdbc:postgresql://127.0.0.1:" + line.group(2) + "/shop";
            try (Connection connection = DriverManager.getConnection(url, "shop", line.group(1));
                    Statement statement = connection.createStatement();
                    ResultSet count = statement.executeQuery("SELECT count(*) FROM t_order")) {
                assertThat(count.next()).isTrue();
                assertThat(count.getInt(1)).isEqualTo(1_000);
            }
            enter.write('\n');
            enter.flush();
            shop.get(60, TimeUnit.SECONDS);
        }
    }
}
