package org.shardingjdbc.feature.together;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.oracle.FurtherRules;
import org.shardingjdbc.testkit.oracle.Oracle;
import org.shardingjdbc.testkit.oracle.OracleReport;
import org.shardingjdbc.testkit.oracle.internal.sql.SqlGenerator;

/**
 * Random statements over random schemas: a sharded database with further rules answers like a plain one, or it refuses.
 * {@code -Doracle.statements=} and {@code -Doracle.seed=} choose how many and which.
 */
@Tag("random")
class RulesOracleTest {
    private static final int STATEMENTS = Integer.getInteger("oracle.statements", 200);
    private static final long SEED = Long.getLong("oracle.seed", 40960);

    @ParameterizedTest
    @EnumSource
    void withReplicas(DatabaseKind kind) {
        OracleReport report = run(kind, new ReplicatedSources("PRIMARY"));
        assertThat(report.answeredReads())
                .as("share of reads that are answered")
                .isGreaterThanOrEqualTo(0.95);
    }

    @ParameterizedTest
    @EnumSource
    void withEncryptedTexts(DatabaseKind kind) {
        OracleReport report = run(kind, new EncryptedTexts());
        assertThat(report.answeredReads())
                .as("share of reads that are answered")
                .isGreaterThanOrEqualTo(0.5);
    }

    /** Not on MariaDB: of HEX over 400 characters it tells another type where DISTINCT needs a table of its own. */
    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MYSQL"})
    void withPulledTexts(DatabaseKind kind) {
        OracleReport report = run(kind, new EncryptedTexts(true));
        assertThat(report.answeredReads())
                .as("share of reads that are answered")
                .isGreaterThanOrEqualTo(0.8);
    }

    @ParameterizedTest
    @EnumSource
    void withMaskedTexts(DatabaseKind kind) {
        OracleReport report = run(kind, new MaskedTexts());
        assertThat(report.answeredReads())
                .as("share of reads that are answered")
                .isGreaterThanOrEqualTo(0.5);
    }

    @ParameterizedTest
    @EnumSource
    void onShadows(DatabaseKind kind) {
        OracleReport report = run(kind, new ShadowedSources(TestServer.of(kind)));
        assertThat(report.answeredReads())
                .as("share of reads that are answered")
                .isGreaterThanOrEqualTo(0.95);
    }

    @ParameterizedTest
    @EnumSource
    void withAllOfThem(DatabaseKind kind) {
        OracleReport report =
                run(kind, new AllOf(List.of(new EncryptedTexts(), new MaskedTexts(), new ReplicatedSources("FIXED"))));
        assertThat(report.answeredReads())
                .as("share of reads that are answered")
                .isGreaterThanOrEqualTo(0.4);
    }

    private static OracleReport run(DatabaseKind kind, FurtherRules rules) {
        OracleReport report = Oracle.onGeneratedSchemas(
                        TestServer.of(kind),
                        yaml -> ShardingDataSourceFactory.create(
                                new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))),
                        new SqlGenerator(),
                        rules)
                .run(SEED, STATEMENTS);
        System.out.println(report);
        report.differences().forEach(System.out::println);
        report.assertNoDifference();
        return report;
    }
}
