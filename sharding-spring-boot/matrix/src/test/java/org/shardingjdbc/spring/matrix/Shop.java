package org.shardingjdbc.spring.matrix;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import javax.sql.DataSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An application as users write them. It prints what it finds, line by line as {@code what = value}; arguments are
 * properties, and {@code GET <path>} for what is asked of it over HTTP.
 */
@SpringBootApplication
public class Shop {
    /** By Spring. */
    public Shop() {
        // Nothing is kept.
    }

    public static void main(String[] args) throws Exception {
        List<String> all = List.of(args);
        String[] properties = all.stream().filter(each -> each.startsWith("--")).toArray(String[]::new);
        ConfigurableApplicationContext context = SpringApplication.run(Shop.class, properties);
        say("boot", SpringBootVersion.getVersion());
        String[] names = context.getBeanNamesForType(DataSource.class);
        Arrays.sort(names);
        say("data sources", String.join(", ", names));
        DataSource dataSource = context.getBeanProvider(DataSource.class).getIfUnique();
        say("data source", dataSource == null ? "none" : dataSource.getClass().getSimpleName());
        if (dataSource != null) {
            work(context);
        }
        String port = context.getEnvironment().getProperty("local.server.port");
        for (String path : all.stream().filter(each -> each.startsWith("/")).toList()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                    .build();
            say(
                    "GET " + path,
                    HttpClient.newHttpClient()
                            .send(request, HttpResponse.BodyHandlers.ofString())
                            .body());
        }
        List<ShardingDataSource> sharded =
                List.copyOf(context.getBeansOfType(ShardingDataSource.class).values());
        context.close();
        say("closed", String.valueOf(sharded.stream().allMatch(ShardingDataSource::isClosed)));
    }

    private static void work(ConfigurableApplicationContext context) {
        JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
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

    private static void say(String what, String value) {
        System.out.println(what + " = " + value);
    }
}
