package org.shardingjdbc.jdbc.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.oracle.Oracle;
import org.shardingjdbc.testkit.oracle.OracleReport;
import org.shardingjdbc.testkit.oracle.internal.sql.SqlGenerator;

/**
 * Random statements over random schemas: a sharded database answers like a plain one, or it refuses.
 * {@code -Doracle.statements=} and {@code -Doracle.seed=} choose how many and which,
 * {@code -Doracle.databases=H2,MYSQL} on which databases.
 */
@Tag("random")
class OracleTest {
    private static final int STATEMENTS = Integer.getInteger("oracle.statements", 1000);
    private static final long SEED = Long.getLong("oracle.seed", 20260);
    /** Of longer runs: which of them. */
    private static final List<String> DATABASES = List.of(System.getProperty(
                    "oracle.databases",
                    Stream.of(DatabaseKind.values()).map(Enum::name).collect(Collectors.joining(",")))
            .split(","));

    @ParameterizedTest
    @EnumSource
    void answersAlikeOrRefuses(DatabaseKind kind) {
        assumeThat(DATABASES).contains(kind.name());
        OracleReport report = Oracle.onGeneratedSchemas(
                        TestServer.of(kind),
                        yaml -> ShardingDataSourceFactory.create(
                                new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))),
                        new SqlGenerator())
                .run(SEED, STATEMENTS);
        System.out.println(report);
        report.differences().forEach(System.out::println);
        report.assertNoDifference();
        assertThat(report.answeredReads())
                .as("share of reads that are answered")
                .isGreaterThanOrEqualTo(0.97);
        assertThat(report.answeredWrites())
                .as("share of writes that are answered")
                .isGreaterThanOrEqualTo(0.90);
    }

    /** Connections that are in another zone than the JVM: what drivers make of moments is then another time. */
    @ParameterizedTest
    @EnumSource
    void answersAlikeInAnotherZone(DatabaseKind kind) {
        TestServer server = TestServer.of(kind).with(zone(kind));
        OracleReport report = Oracle.onGeneratedSchemas(
                        server,
                        yaml -> ShardingDataSourceFactory.create(
                                new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))),
                        new SqlGenerator())
                .run(SEED + 500_000, STATEMENTS / 4);
        report.differences().forEach(System.out::println);
        report.assertNoDifference();
    }

    private static String zone(DatabaseKind kind) {
        return switch (kind) {
            case H2 -> ";TIME ZONE=Asia/Shanghai";
            case POSTGRESQL -> "options=-c%20TimeZone=Asia/Shanghai";
            case MARIADB -> "connectionTimeZone=Asia/Shanghai&forceConnectionTimeZoneToSession=false";
            case MYSQL -> "connectionTimeZone=Asia/Shanghai";
        };
    }
}
