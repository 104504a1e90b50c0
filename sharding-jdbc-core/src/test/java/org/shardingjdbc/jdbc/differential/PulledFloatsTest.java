package org.shardingjdbc.jdbc.differential;

import static org.assertj.core.api.Assertions.assertThat;

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
}
