package org.shardingjdbc.examples.boot4;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.NamedDatabases;
import org.shardingjdbc.testkit.framework.FrameworkRows;
import org.springframework.data.jpa.repository.JpaRepository;

/** The tour prints what docs/jpa.md says, whatever the database. */
class AccountsApplicationTest {
    @RegisterExtension
    static final FrameworkRows ROWS = FrameworkRows.of("examples/spring-data-jpa-boot-4")
            .row(
                    "[Spring Data JPA](jpa.md#boot-4-and-hibernate-7) with Hibernate",
                    JpaRepository.class,
                    SessionFactory.class)
            .took(
                    "JPA with Hibernate 7",
                    "as with Hibernate 6.6; `ConstraintMode.NO_CONSTRAINT` where an entity refers to one with `@PartitionKey`;"
                            + " on MariaDB and MySQL `hibernate.column_ordering_strategy: legacy`");

    @ParameterizedTest
    @EnumSource
    void printsWhatThePageSays(DatabaseKind kind) throws Exception {
        PrintStream console = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            NamedDatabases.run(kind, "shop", 2, AccountsApplication::main);
        } finally {
            System.setOut(console);
        }
        String page = Files.readString(Path.of("..", "..", "docs", "jpa.md"));
        assertThat(page)
                .contains("```text\n" + bytes.toString(StandardCharsets.UTF_8).strip() + "\n```");
        ROWS.ran(kind);
    }
}
