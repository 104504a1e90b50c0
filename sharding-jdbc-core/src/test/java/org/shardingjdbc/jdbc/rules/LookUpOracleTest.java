package org.shardingjdbc.jdbc.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.oracle.FurtherRules;
import org.shardingjdbc.testkit.oracle.Oracle;
import org.shardingjdbc.testkit.oracle.OracleReport;
import org.shardingjdbc.testkit.oracle.internal.sql.SqlGenerator;

/**
 * Random statements where a rule that no engine knows looks rows up and writes beside writes: the answers are those of
 * a plain database. {@code -Doracle.statements=} and {@code -Doracle.seed=} choose how many and which.
 */
@Tag("random")
class LookUpOracleTest {
    private static final int STATEMENTS = Integer.getInteger("oracle.statements", 200);
    private static final long SEED = Long.getLong("oracle.seed", 71104);

    private static Stream<Arguments> rules() {
        return FurtherRules.all().stream()
                .flatMap(rules -> rules.kinds().stream().map(kind -> Arguments.of(rules.name(), kind, rules)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rules")
    void answersAreThoseOfAPlainDatabase(String name, DatabaseKind kind, FurtherRules rules) {
        OracleReport report = Oracle.onGeneratedSchemas(
                        TestServer.of(kind),
                        yaml -> TestRules.open(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))),
                        new SqlGenerator(),
                        rules)
                .run(SEED, STATEMENTS);
        System.out.println(report);
        report.differences().forEach(System.out::println);
        report.assertNoDifference();
        assertThat(report.answeredReads())
                .as("share of reads that are answered")
                .isGreaterThanOrEqualTo(rules.answeredReads());
    }
}
