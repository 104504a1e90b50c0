package org.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.function.Executable;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.rules.TestRules;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.compare.CaseFile;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** The statements of {@link DifferentialTest} where a rule renames tables, or stores texts backwards. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RuledDifferentialTest {
    private static final String RENAMED = """
            rules:
            - !TEST_RULE
              prefix: my_
              tables: [t_user, t_order, t_order_item, t_country, t_config, t_account]
            """;

    private static final String REVERSED = """
              - !TEST_RULE
                prefix: my_
                reversed: [t_user.name, t_user.email, t_order.note, t_order_item.product, t_country.name,
                  t_config.config_value, t_account.owner]
            """;

    private static final List<String> READS =
            List.of("select.cases", "paging.cases", "aggregate.cases", "join.cases", "more.cases", "corners.cases");

    /** What refusals say of transformed columns; the last one begins why rows are not read first. */
    private static final List<String> REASONS = List.of(
            "whose values a rule transforms", "as rules transform values of", "It is not answered from rows that are ");

    private final List<AutoCloseable> open = new ArrayList<>();

    private int answered;
    private int refused;

    @TestFactory
    Stream<DynamicTest> renamedTablesAnswerLikeOnePlainH2() throws Exception {
        return renamed(DatabaseKind.H2);
    }

    @TestFactory
    Stream<DynamicTest> renamedTablesAnswerLikeOnePlainPostgreSql() throws Exception {
        return renamed(DatabaseKind.POSTGRESQL);
    }

    @TestFactory
    Stream<DynamicTest> renamedTablesAnswerLikeOnePlainMariaDb() throws Exception {
        return renamed(DatabaseKind.MARIADB);
    }

    @TestFactory
    Stream<DynamicTest> reversedTextsAnswerLikeOnePlainH2OrNotAtAll() throws Exception {
        return reversed(DatabaseKind.H2);
    }

    @TestFactory
    Stream<DynamicTest> reversedTextsAnswerLikeOnePlainPostgreSqlOrNotAtAll() throws Exception {
        return reversed(DatabaseKind.POSTGRESQL);
    }

    @AfterAll
    void closeAll() throws Exception {
        for (AutoCloseable resource : open) {
            resource.close();
        }
    }

    private Stream<DynamicTest> renamed(DatabaseKind kind) throws Exception {
        String name = "renamed_" + kind.name().toLowerCase(Locale.ROOT);
        Fixture<ShardingDataSource> fixture =
                ShopSchema.describe(TestServer.of(kind), name, RENAMED).open(TestRules::open);
        open.add(fixture);
        PlainAndSharded both = fixture.both();
        ShopSchema.fill(both, kind);
        List<DynamicTest> tests = tests(kind, both);
        CaseFile.resource(DifferentialTest.class, "write.cases")
                .tests(kind, () -> both)
                .forEach(tests::add);
        return tests.stream();
    }

    private Stream<DynamicTest> reversed(DatabaseKind kind) throws Exception {
        String name = "reversed_" + kind.name().toLowerCase(Locale.ROOT);
        Fixture<ShardingDataSource> fixture =
                ShopSchema.describeWith(TestServer.of(kind), name, REVERSED).open(TestRules::open);
        open.add(fixture);
        PlainAndSharded both = fixture.both();
        ShopSchema.fill(both, kind);
        Stream<DynamicTest> all = tests(kind, both).stream()
                .map(test -> DynamicTest.dynamicTest(test.getDisplayName(), () -> orRefused(test.getExecutable())));
        return Stream.concat(all, Stream.of(DynamicTest.dynamicTest("most are answered", this::mostAreAnswered)));
    }

    private static List<DynamicTest> tests(DatabaseKind kind, PlainAndSharded both) throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (String file : READS) {
            CaseFile.resource(DifferentialTest.class, file)
                    .tests(kind, () -> both)
                    .forEach(tests::add);
        }
        return tests;
    }

    /** A refusal that names the column, or says why steps are none for it, is an answer that is not wrong. */
    private void orRefused(Executable test) throws Throwable {
        try {
            test.execute();
            answered++;
        } catch (AssertionError different) {
            String told = String.valueOf(different.getMessage());
            if (REASONS.stream().noneMatch(told::contains)) {
                throw different;
            }
            refused++;
        }
    }

    private void mostAreAnswered() {
        assertThat(answered).isGreaterThan(refused);
        answered = 0;
        refused = 0;
    }
}
