package org.shardingjdbc.examples.jpa;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDriver;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.NamedDatabases;
import org.shardingjdbc.testkit.framework.FrameworkRows;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.jpa.repository.JpaRepository;

/** The tour prints what docs/jpa.md says, whatever the database. */
@ExtendWith(OutputCaptureExtension.class)
class ShopApplicationTest {
    @RegisterExtension
    static final FrameworkRows ROWS = FrameworkRows.of("examples/spring-data-jpa")
            .row("[Spring Data JPA](jpa.md) with Hibernate", JpaRepository.class, SessionFactory.class)
            .took(
                    "JPA",
                    "`@PartitionKey` and `updatable = false` on the sharding column; `dependences` for joins by the key alone");

    private static final String URL = "jdbc:sharding:classpath:sharding.yaml?placeholder-type=system_props";

    @AfterEach
    void close() {
        ShardingDriver.close(URL);
    }

    @ParameterizedTest
    @EnumSource
    void printsWhatThePageSays(DatabaseKind kind, CapturedOutput output) throws Exception {
        NamedDatabases.run(kind, "shop", 2, ShopApplication::main);
        String page = Files.readString(Path.of("..", "..", "docs", "jpa.md"));
        assertThat(page).contains("```text\n" + output.getOut().strip() + "\n```");
        ROWS.ran(kind);
    }
}
