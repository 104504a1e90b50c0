package org.shardingjdbc.examples.migrations;

import java.util.List;
import org.flywaydb.core.Flyway;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The tour: starts twice with Flyway, then twice with Liquibase, and prints what they made and where it is. */
@SpringBootApplication(proxyBeanMethods = false)
public class MigrationsApplication {
    public static void main(String... arguments) {
        for (String tool : List.of("flyway", "liquibase")) {
            for (String start : List.of("first", "second")) {
                System.out.println(tool + ", " + start + " start");
                SpringApplication.run(MigrationsApplication.class, "--spring." + tool + ".enabled=true")
                        .close();
            }
        }
    }

    @Bean
    CommandLineRunner tour(JdbcClient database, ObjectProvider<Flyway> flyway) {
        return arguments -> {
            Flyway present = flyway.getIfAvailable();
            if (present != null) {
                System.out.println("  " + present.info().applied().length + " migrations: " + count(database, "t_order")
                        + " orders, " + count(database, "t_country") + " countries, " + count(database, "t_setting")
                        + " setting");
                print(database, "ALTER TABLE t_order ADD COLUMN note VARCHAR(20)");
                print(database, "ALTER TABLE t_country ADD COLUMN note VARCHAR(20)");
                print(database, "ALTER TABLE t_setting ADD COLUMN note VARCHAR(20)");
            } else {
                System.out.println("  " + count(database, "DATABASECHANGELOG") + " change sets: "
                        + count(database, "t_order_item") + " items");
                print(database, "SELECT * FROM DATABASECHANGELOG");
            }
            System.out.println();
        };
    }

    private static long count(JdbcClient database, String table) {
        return database.sql("SELECT COUNT(*) FROM " + table).query(Long.class).single();
    }

    /** Where a statement goes. */
    private static void print(JdbcClient database, String sql) {
        System.out.println("  " + sql);
        database.sql("PREVIEW " + sql)
                .query((row, number) -> row.getString("data_source_name") + ": " + row.getString("actual_sql"))
                .list()
                .forEach(each -> System.out.println("    " + each));
    }
}
