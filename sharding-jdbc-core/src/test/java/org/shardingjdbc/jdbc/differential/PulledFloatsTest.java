package org.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** MariaDB and MySQL write a FLOAT with six digits; pulled into another table it must have all of them. */
class PulledFloatsTest {
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void pulledFloatsKeepAllTheirDigits(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards =
                Fixture.on(kind, "floats").sharded("t_measure", "id", 4).open(ShardingDataSourceFactory::create)) {
            PlainAndSharded both = shards.both();
            both.setUp(
                    "CREATE TABLE t_measure (id INT PRIMARY KEY, other INT, value FLOAT)",
                    "INSERT INTO t_measure VALUES (1, 2, 1234567.0), (2, 3, 0.1), (3, 4, -16777215.0), (4, 1, NULL)");
            String sql = "SELECT a.id, a.value, a.value * 1.0e0, b.value + 0.0e0 FROM t_measure a"
                    + " JOIN t_measure b ON a.other = b.id ORDER BY a.id";
            assertThat(shards.sharded().explain(sql).operator()).isEqualTo("Pull");
            both.query(sql).ordered().agree();
        }
    }

    /** Two of the values have the same six digits: groups, rows and orders tell them apart nevertheless. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void floatsOfEqualDigitsAreToldApart(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = equalDigits(kind)) {
            PlainAndSharded both = shards.both();
            for (String sql : List.of(
                    "SELECT value * 1.0e0 AS x, COUNT(*) AS n FROM t_measure GROUP BY value",
                    "SELECT value, COUNT(*) AS n FROM t_measure GROUP BY value",
                    "SELECT DISTINCT value FROM t_measure",
                    "SELECT COUNT(DISTINCT value) AS n, SUM(DISTINCT value) AS s FROM t_measure",
                    "SELECT COALESCE(value, 0e0) AS x, COUNT(*) AS n FROM t_measure GROUP BY COALESCE(value, 0e0)",
                    "SELECT MAX(value) * 1.0e0 AS m FROM t_measure",
                    "SELECT value FROM t_measure UNION SELECT value FROM t_measure")) {
                both.query(sql).agree();
            }
            both.query("SELECT id, value FROM t_measure ORDER BY value, id")
                    .ordered()
                    .agree();
            both.query("SELECT id FROM t_measure ORDER BY value DESC LIMIT 2")
                    .ordered()
                    .agree();
        }
    }

    /** JSON is sorted by the database alone, so that each data node's first rows are pulled. */
    @Test
    void firstRowsKeepAllTheirDigits() throws Exception {
        try (Fixture<ShardingDataSource> shards = equalDigits(DatabaseKind.MYSQL)) {
            shards.both()
                    .query("SELECT id, value * 1.0e0 AS x FROM t_measure ORDER BY doc LIMIT 3")
                    .ordered()
                    .agree();
        }
    }

    /** What a subquery shows on one data node has six digits on another. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void roundedRowsOfSubqueriesAreRefused(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = equalDigits(kind)) {
            PlainAndSharded both = shards.both();
            String values = "(SELECT m.value FROM t_measure m WHERE m.id < 3)";
            both.query("SELECT id FROM t_measure WHERE value IN " + values).isRefused("SHD-2216");
            both.query("SELECT id FROM t_measure WHERE value NOT IN " + values).isRefused("SHD-2216");
            both.query("SELECT id FROM t_measure WHERE value = (SELECT m.value FROM t_measure m WHERE m.id = 1)")
                    .isRefused("SHD-2216");
            both.query("SELECT id FROM t_measure WHERE value IN (SELECT m.value + 0e0 FROM t_measure m WHERE m.id < 3)")
                    .agree();
        }
    }

    private static Fixture<ShardingDataSource> equalDigits(DatabaseKind kind) throws Exception {
        Fixture<ShardingDataSource> shards =
                Fixture.on(kind, "floats").sharded("t_measure", "id", 4).open(ShardingDataSourceFactory::create);
        shards.both()
                .setUp(
                        "CREATE TABLE t_measure (id INT PRIMARY KEY, value FLOAT, doc JSON)",
                        "INSERT INTO t_measure VALUES (1, 16777217, '2'), (2, 16777219, '1'), (3, 0.123456789, '4'),"
                                + " (4, 1234567.9, '3'), (5, 1234567.9, '5'), (6, NULL, NULL)");
        return shards;
    }
}
