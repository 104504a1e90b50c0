package org.shardingjdbc.feature.together;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
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
    private static final int STATEMENTS = Integer.getInteger("oracle.statements", 120);
    private static final long SEED = Long.getLong("oracle.seed", 40960);

    /** Each rule's own part, and three of them at once. */
    private static Stream<Arguments> rules() {
        List<FurtherRules> all = new ArrayList<>(FurtherRules.all());
        all.add(new AllOf(List.of(new EncryptedTexts(), new MaskedTexts(), new ReplicatedSources("FIXED"))));
        return all.stream()
                .flatMap(rules -> rules.kinds().stream().map(kind -> Arguments.of(rules.name(), kind, rules)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rules")
    void answersAreThoseOfAPlainDatabase(String name, DatabaseKind kind, FurtherRules rules) {
        OracleReport report = run(kind, rules);
        assertThat(report.answeredReads())
                .as("share of reads that are answered")
                .isGreaterThanOrEqualTo(rules.answeredReads());
    }

    @Test
    void eachRuleOfThisModuleHasItsPart() {
        assertThat(FurtherRules.all().stream().map(FurtherRules::name))
                .containsExactlyInAnyOrder(
                        "ReplicatedSources",
                        "EncryptedTexts",
                        "EncryptedTexts.Pulled",
                        "MaskedTexts",
                        "ShadowedSources");
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
