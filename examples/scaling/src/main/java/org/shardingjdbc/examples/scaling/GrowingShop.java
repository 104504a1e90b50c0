package org.shardingjdbc.examples.scaling;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.scaling.ScalingJob;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.shardingjdbc.scaling.job.ScalingProgress;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/**
 * The tour: the orders of a shop go from one plain table to two data sources with two tables each, and on to four with
 * four each, while the shop writes. The only argument is how many orders there are on the first day.
 */
public final class GrowingShop {
    private static final List<String> DATABASES = List.of("shop_0", "shop_1", "shop_2", "shop_3");
    private static final Duration COPY_AT_MOST = Duration.ofHours(1);
    private static final Duration WAIT_AT_MOST = Duration.ofSeconds(5);

    private final PrintStream out;
    private final boolean isTerminal;
    private final TestServer server;

    private GrowingShop(PrintStream out, boolean isTerminal, TestServer server) {
        this.out = out;
        this.isTerminal = isTerminal;
        this.server = server;
    }

    public static void main(String... arguments) throws Exception {
        run(System.out, isTerminal(), arguments.length == 0 ? 100_000 : Integer.parseInt(arguments[0]));
    }

    /** Runs the tour, printing to {@code out}. */
    static void run(PrintStream out, boolean isTerminal, int rows) throws Exception {
        out.println("Starting PostgreSQL: some seconds, the first time a minute to unpack it ...");
        TestServer server = TestServer.own(DatabaseKind.POSTGRESQL);
        try {
            new GrowingShop(out, isTerminal, server).tour(rows);
        } finally {
            server.end();
        }
    }

    private void tour(int rows) throws Exception {
        System.setProperty("user", server.user());
        System.setProperty("password", server.password());
        for (String database : DATABASES) {
            System.setProperty(database, server.createDatabase(database));
        }
        makeOrders(rows);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(configuration("plain.yaml"));
                Load load = new Load(dataSource, rows)) {
            TimeUnit.SECONDS.sleep(1);
            say("%,d orders in %s; the slowest write took %s%n", rows, "ds_0.t_order", millis(load.longest()));

            reshard(dataSource, load, "shard", "two-by-two.yaml");
            reshard(dataSource, load, "grow", "four-by-four.yaml");

            int orders = load.end();
            say("%n%,d writes were acknowledged; they leave %,d orders:%n", load.writes(), orders);
            long found = countRows(dataSource.dataNodes("t_order"));
            say("  %-18s %,9d, each as it was acknowledged%n", "found", found);
            if (found != orders) {
                throw new IllegalStateException(found + " rows where " + orders + " should be");
            }
        }
    }

    /** What you would write in an application of your own. */
    private void reshard(ShardingDataSource dataSource, Load load, String name, String next) throws Exception {
        say("%nJob %s, to %s%n", name, next);
        try (ScalingJob job = ScalingJob.of(dataSource, name, configuration(next), List.of("t_order"))) {
            job.plan().obstacles().forEach(out::println);

            job.start();
            watch(job);
            job.awaitFollowing(COPY_AT_MOST);
            say("  copied and following; the slowest write took %s%n", millis(load.longest()));

            say("  checked: %,d rows are the same on both sides%n", job.check());

            load.longest();
            Duration waited = job.switchOver(WAIT_AT_MOST);
            TimeUnit.SECONDS.sleep(1);
            say("  switched: statements waited for %s", millis(waited));
            say(" at most, the slowest write took %s%n", millis(load.longest()));

            // The shop writes to its new tables, and the old ones get it, too: job.reverse(...) would be possible.
            say("  checked again: %,d rows%n", job.check());
            job.complete();
            say("  completed: the old tables are dropped%n");
        }
    }

    private void watch(ScalingJob job) throws InterruptedException {
        CopyBars bars = new CopyBars(out, isTerminal);
        ScalingProgress progress = job.progress();
        while (progress.phase().compareTo(ScalingPhase.FOLLOWING) < 0 && progress.failure() == null) {
            bars.draw(progress);
            TimeUnit.MILLISECONDS.sleep(100);
            progress = job.progress();
        }
        bars.draw(progress);
    }

    private void makeOrders(int rows) throws SQLException {
        try (Connection connection = server.dataSource("shop_0").getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, user_id INT NOT NULL,"
                    + " amount INT NOT NULL CHECK (amount >= 0), note VARCHAR(100) DEFAULT 'Thank you')");
            statement.execute("CREATE INDEX ix_order_user ON t_order (user_id)");
            statement.execute(Load.seed(rows));
            statement.execute("ANALYZE t_order");
        }
    }

    /** Asks each database itself, without sharding. */
    private long countRows(List<String> dataNodes) throws SQLException {
        long all = 0;
        for (String node : dataNodes) {
            String[] names = node.split("\\.");
            String database = names[0].replace("ds_", "shop_");
            try (Connection connection = server.dataSource(database).getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + names[1])) {
                row.next();
                say("  %-18s %,9d%n", node, row.getLong(1));
                all += row.getLong(1);
            }
        }
        return all;
    }

    private void say(String format, Object... values) {
        out.printf(Locale.ROOT, format, values);
    }

    private static ShardingConfiguration configuration(String file) throws IOException {
        try (InputStream yaml = GrowingShop.class.getResourceAsStream("/" + file)) {
            return YamlConfigurations.load(yaml, file, PlaceholderType.SYSTEM_PROPS);
        }
    }

    private static String millis(Duration time) {
        return time.toMillis() + " ms";
    }

    private static boolean isTerminal() {
        try {
            return TerminalProvider.load("jni").isSystemStream(SystemStream.Output);
        } catch (IOException | LinkageError e) {
            // JLine has no library for this system
            return false;
        }
    }
}
