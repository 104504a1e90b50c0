package org.shardingjdbc.spring.matrix;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An application as users write them. It prints what it finds, line by line as {@code what = value}; arguments are
 * properties, and {@code GET <path>} for what is asked of it over HTTP.
 */
@SpringBootApplication
public class Shop {
    private static final long PATIENCE_SECONDS = 60;

    /** By Spring. */
    public Shop() {
        // Nothing is kept.
    }

    public static void main(String[] args) throws Exception {
        start(List.of(args));
        if (List.of(args).contains("twice")) {
            // As development tools do: all that the first one left behind would be in the way.
            start(List.of(args));
        }
    }

    private static void start(List<String> all) throws Exception {
        String[] properties = all.stream().filter(each -> each.startsWith("--")).toArray(String[]::new);
        ConfigurableApplicationContext context = SpringApplication.run(Shop.class, properties);
        say("boot", SpringBootVersion.getVersion());
        say("java", String.valueOf(Runtime.version().feature()));
        String[] names = context.getBeanNamesForType(DataSource.class);
        Arrays.sort(names);
        say("data sources", String.join(", ", names));
        DataSource dataSource = context.getBeanProvider(DataSource.class).getIfUnique();
        say("data source", dataSource == null ? "none" : dataSource.getClass().getSimpleName());
        if (dataSource != null || context.getBeanProvider(JdbcTemplate.class).getIfUnique() != null) {
            work(context);
        }
        if (context.containsBean("archive")) {
            archive(context.getBean(Archive.class));
        }
        say("pools", String.valueOf(pools()));
        String port = context.getEnvironment().getProperty("local.server.port");
        for (String path : all.stream().filter(each -> each.startsWith("/")).toList()) {
            get(port, path);
        }
        CompletableFuture<HttpResponse<String>> slow = null;
        if (all.contains("slow")) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/slow"))
                    .build();
            slow = HttpClient.newHttpClient().sendAsync(request, HttpResponse.BodyHandlers.ofString());
            SlowPage.BEGUN.await();
        }
        List<ShardingDataSource> sharded =
                List.copyOf(context.getBeansOfType(ShardingDataSource.class).values());
        context.close();
        if (slow != null) {
            say("slow", slow.get().body());
        }
        say("pools left", String.valueOf(poolsLeft()));
        say("beans left", beans());
        say("closed", String.valueOf(sharded.stream().allMatch(ShardingDataSource::isClosed)));
    }

    static void get(String port, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
        say(
                "GET " + path,
                HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .body());
    }

    /** The MBeans that are ours, or our pools'. */
    static String beans() {
        return ManagementFactory.getPlatformMBeanServer().queryNames(null, null).stream()
                .filter(bean -> bean.getDomain().startsWith("org.shardingjdbc")
                        || bean.getDomain().startsWith("com.zaxxer"))
                .sorted()
                .toList()
                .toString();
    }

    /** The pools that live: each has a thread of its own. */
    static long pools() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().endsWith(" housekeeper")
                        || thread.getName().endsWith(":housekeeper"))
                .count();
    }

    /** Those that live on: a thread that was told to end may take a moment on a busy machine. */
    static long poolsLeft() throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (pools() > 0 && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        return pools();
    }

    /** The other sharded database, by its hints. */
    private static void archive(Archive archive) {
        archive.create();
        archive.keep(2024, 1);
        archive.keep(2025, 2);
        archive.keep(2026, 3);
        say("even years", archive.notes(2026).toString());
        say("odd years", archive.notes(2025).toString());
        say("ds_1", archive.odd().toString());
        try {
            archive.notes(null);
        } catch (IllegalArgumentException e) {
            say("no year", e.getMessage());
        }
        try {
            archive.move(1, 2, 10);
        } catch (CannotCreateTransactionException e) {
            say("no type", e.getCause().getMessage());
        }
    }

    static void work(ConfigurableApplicationContext context) {
        JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
        say(
                "database",
                jdbc.execute((Connection connection) -> connection.getMetaData().getDatabaseProductVersion()));
        say(
                "url",
                jdbc.execute((Connection connection) -> connection.getMetaData().getURL()));
        jdbc.execute("CREATE TABLE t_order (order_id BIGINT PRIMARY KEY, note VARCHAR(20))");
        for (long id = 4; id > 0; id--) {
            jdbc.update("INSERT INTO t_order VALUES (?, ?)", id, "n" + id);
        }
        new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
            jdbc.update("UPDATE t_order SET note = 'changed'");
            status.setRollbackOnly();
        });
        say(
                "rows",
                jdbc.queryForList("SELECT note FROM t_order ORDER BY order_id", String.class)
                        .toString());
    }

    static void say(String what, String value) {
        System.out.println(what + " = " + value);
    }
}
