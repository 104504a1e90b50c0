package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;

/** Texts of several statements against the plain driver: every use comes out as it does there. */
@ParameterizedClass
@EnumSource(DatabaseKind.class)
class SeveralStatementsTest {
    private static StatementShards shards;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException, IOException {
        boolean asked = kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB;
        shards = StatementShards.through(asked ? "allowMultiQueries=true" : null, kind, "several_");
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (shards != null) {
            shards.close();
            shards = null;
        }
    }

    @TestFactory
    List<DynamicTest> asThePlainDriver() {
        List<DynamicTest> tests = new ArrayList<>();
        for (SeveralStatementsUse use : SeveralStatementsUse.all(kind)) {
            tests.add(DynamicTest.dynamicTest(use.name(), () -> {
                String plain = outcome(use, shards.plain());
                String ours = outcome(use, shards.sharded());
                Files.writeString(
                        Path.of("/work/tmp/multi/" + kind + ".txt"),
                        "== " + use.name() + "\n" + plain + (ours.equals(plain) ? "" : "-- ours\n" + ours),
                        java.nio.file.StandardOpenOption.CREATE,
                        java.nio.file.StandardOpenOption.APPEND);
                assertThat(ours).isEqualTo(plain);
            }));
        }
        return tests;
    }

    private String outcome(SeveralStatementsUse use, DataSource dataSource) throws SQLException {
        Transcript transcript = new Transcript();
        try (Connection connection = dataSource.getConnection()) {
            Transcript.seed(connection);
            use.action().on(connection, transcript);
            if (!connection.getAutoCommit()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        }
        try (Connection connection = dataSource.getConnection()) {
            transcript.tables(connection);
        }
        return transcript.text();
    }
}
