package org.shardingjdbc.examples.jooq;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jooq.DSLContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.NamedDatabases;
import org.shardingjdbc.testkit.framework.FrameworkRows;

/** The tour prints what docs/frameworks.md says, whatever the database. */
class JooqShopTest {
    @RegisterExtension
    static final FrameworkRows ROWS = FrameworkRows.of("examples/quickstart")
            .row("[jOOQ](#jooq)", DSLContext.class)
            .took("jOOQ", "the dialect is told; names are not quoted, by `RenderQuotedNames.NEVER`");

    @ParameterizedTest
    @EnumSource
    void printsWhatThePageSays(DatabaseKind kind) throws Exception {
        String dialect = kind == DatabaseKind.POSTGRESQL ? "POSTGRES" : kind.name();
        PrintStream console = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            NamedDatabases.run(kind, "shop", 2, () -> JooqShop.main(dialect));
        } finally {
            System.setOut(console);
        }
        String page = Files.readString(Path.of("..", "..", "docs", "frameworks.md"));
        assertThat(page)
                .contains("```text\n" + bytes.toString(StandardCharsets.UTF_8).strip() + "\n```");
        ROWS.ran(kind);
    }
}
