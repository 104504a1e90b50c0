package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.fixture.Fixture;

/** What the server estimates of an actual table is not told as if it were of the logic one; of a single table it is. */
class MeasuredTablesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_4}}
              shardingAlgorithms:
                mod_4: {type: MOD, props: {sharding-count: 4}}
            - !SINGLE
              tables: ["*.*"]
            """;

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MYSQL", "MARIADB"})
    void whatIsMeasuredOfAShardedTableIsUnknown(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards =
                        Fixture.on(kind, "measured").rules(RULES).open(ShardingDataSourceFactory::create);
                Connection connection = shards.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            for (String table : List.of("t", "alone")) {
                statement.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY)");
                for (int id = 1; id < 10; id++) {
                    statement.execute("INSERT INTO " + table + " VALUES (" + id + ")");
                }
                if (kind != DatabaseKind.H2) {
                    statement.execute((kind == DatabaseKind.POSTGRESQL ? "ANALYZE " : "ANALYZE TABLE ") + table);
                }
            }
            assertThat(first(statement, question(kind, "t"))).isEqualTo(kind == DatabaseKind.POSTGRESQL ? "-1" : null);
            assertThat(first(statement, question(kind, "alone"))).isEqualTo("9");
            if (kind == DatabaseKind.MYSQL || kind == DatabaseKind.MARIADB) {
                try (ResultSet rows = statement.executeQuery("SHOW INDEX FROM t")) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString("Cardinality")).isNull();
                }
                try (ResultSet rows = statement.executeQuery("SHOW TABLE STATUS LIKE 't'")) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt("Rows")).isEqualTo(9);
                }
            }
        }
    }

    private static String question(DatabaseKind kind, String table) {
        return switch (kind) {
            case POSTGRESQL -> "SELECT reltuples::int FROM pg_class WHERE relname = '" + table + "'";
            case H2 ->
                "SELECT row_count_estimate FROM information_schema.tables WHERE table_schema = 'PUBLIC'"
                        + " AND table_name = '" + table.toUpperCase(Locale.ROOT) + "'";
            default ->
                "SELECT table_rows FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = '"
                        + table + "'";
        };
    }

    private static String first(Statement statement, String question) throws SQLException {
        try (ResultSet rows = statement.executeQuery(question)) {
            assertThat(rows.next()).as(question).isTrue();
            return rows.getString(1);
        }
    }
}
