package org.shardingjdbc.examples.migrations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import liquibase.Liquibase;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDriver;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.NamedDatabases;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.framework.FrameworkRows;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** The tour prints what docs/migrations.md says, whatever the database. */
@ExtendWith(OutputCaptureExtension.class)
class MigrationsTest {
    @RegisterExtension
    static final FrameworkRows ROWS = FrameworkRows.of("examples/migrations")
            .row("[Flyway](migrations.md)", Flyway.class)
            .row("[Liquibase](migrations.md)", Liquibase.class)
            .took("Flyway, Liquibase", "the rule `!SINGLE` says where their histories lie");

    private static final String URL = "jdbc:sharding:classpath:sharding.yaml?placeholder-type=system_props";

    @AfterEach
    void close() {
        ShardingDriver.close(URL);
    }

    @ParameterizedTest
    @EnumSource
    void printsWhatThePageSays(DatabaseKind kind, CapturedOutput output) throws Exception {
        NamedDatabases.run(kind, "shop", 2, MigrationsApplication::main);
        String page = Files.readString(Path.of("..", "..", "docs", "migrations.md"));
        assertThat(page).contains("```text\n" + output.getOut().strip() + "\n```");
        ROWS.ran(kind);
    }

    /** It asks the server for names that it found in system views, and drops what they show. */
    @ParameterizedTest
    @EnumSource
    void cleanLeavesNothing(DatabaseKind kind) throws Exception {
        NamedDatabases.run(kind, "shop", 2, () -> {
            Flyway flyway = Flyway.configure()
                    .dataSource(new SimpleDriverDataSource(new ShardingDriver(), URL))
                    .locations("db/migration")
                    .cleanDisabled(false)
                    .load();
            int migrations = flyway.migrate().migrationsExecuted;
            assertThat(migrations).isPositive();
            flyway.clean();
            assertThat(tables(kind)).isEmpty();
            assertThat(flyway.migrate().migrationsExecuted).isEqualTo(migrations);
        });
    }

    private static List<String> tables(DatabaseKind kind) throws Exception {
        List<String> found = new ArrayList<>();
        for (String database : List.of("shop_0", "shop_1")) {
            try (Connection connection =
                            TestServer.of(kind).dataSource(database).getConnection();
                    ResultSet tables = connection
                            .getMetaData()
                            .getTables(connection.getCatalog(), connection.getSchema(), null, new String[] {
                                "TABLE", "BASE TABLE"
                            })) {
                while (tables.next()) {
                    found.add(database + "." + tables.getString("TABLE_NAME"));
                }
            }
        }
        return found;
    }

    @Test
    void whatAFailedMigrationDidIsRolledBackWhereDefinitionsAreTransactional() throws Exception {
        NamedDatabases.run(DatabaseKind.POSTGRESQL, "shop", 2, () -> {
            DataSource dataSource = new SimpleDriverDataSource(new ShardingDriver(), URL);
            Flyway flyway = Flyway.configure()
                    .dataSource(dataSource)
                    .locations("db/failing")
                    .load();
            assertThatThrownBy(flyway::migrate).hasMessageContaining("t_nowhere");
        });
        for (String database : List.of("shop_0", "shop_1")) {
            try (Connection connection = TestServer.of(DatabaseKind.POSTGRESQL)
                            .dataSource(database)
                            .getConnection();
                    ResultSet tables = connection.getMetaData().getTables(null, "public", "t%", null)) {
                assertThat(tables.next()).as(database).isFalse();
            }
        }
    }
}
