package org.shardingjdbc.jdbc.statements;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Rows that are copied into columns of other types are converted as MySQL and MariaDB convert them. */
class ConvertedColumnsTest {
    private static final String NAME = "converted_columns";
    private static final List<String> COPIES = List.of(
            "(id, dt) SELECT id, ti FROM t_from",
            "(id, dd) SELECT id, ti FROM t_from",
            "(dt, id) SELECT ti, id FROM t_from WHERE id < 3 UNION ALL SELECT ti, id FROM t_from WHERE id > 2",
            "(dd, dt, id) SELECT ADDTIME(ti, '00:00:01'), ADDTIME(ti, '00:00:02'), id FROM t_from WHERE id < 3",
            "(id, txt) SELECT id, ti FROM t_from",
            "(id, ti) SELECT id, ti FROM t_from",
            "(id, ti) SELECT id, dt FROM t_from",
            "(id, dd) SELECT id, dt FROM t_from",
            "(id, n) SELECT id, dbl FROM t_from",
            "(id, n) SELECT id, dbl * 3 FROM t_from",
            "(id, deci) SELECT id, dbl FROM t_from",
            "(id, txt) SELECT id, dbl FROM t_from",
            "(id, n) SELECT id, deci FROM t_from",
            "(id, bin) SELECT id, lat FROM t_from",
            "(id, bl) SELECT f.id, f.lat FROM t_from f",
            "(id, txt) SELECT id, lat FROM t_from",
            "(id, n) SELECT id, en FROM t_from",
            "(id, n) SELECT id, st FROM t_from",
            "(id, txt) SELECT id, en FROM t_from",
            "(id, n) SELECT id, txt FROM t_from",
            "(id, deci) SELECT id, txt FROM t_from",
            "(id, dd) SELECT id, 20240229 FROM t_from",
            "(id, txt) SELECT id, bi FROM t_from",
            "(id, n) SELECT id, bi FROM t_from",
            "SELECT * FROM t_from");

    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL"})
    void asTheDatabaseConvertsThem(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = Fixture.on(kind, NAME)
                .sharded("t_from", "id", 4)
                .sharded("t_to", "id", 3)
                .open(ShardingDataSourceFactory::create)) {
            PlainAndSharded both = shards.both();
            fill(both);
            for (String copy : COPIES) {
                both.update("INSERT INTO t_to " + copy).agree();
                both.query("SELECT id, CAST(dt AS CHAR), CAST(ti AS CHAR), dd, n, deci, HEX(txt), HEX(bin), HEX(bl)"
                                + " FROM t_to")
                        .bag()
                        .agree();
                both.update("DELETE FROM t_to").agree();
            }
        }
    }

    /** The first columns of the copy are of other types than those of the source. */
    private static void fill(PlainAndSharded both) {
        both.setUp(
                "CREATE TABLE t_from (id INT PRIMARY KEY, ti TIME(3), dbl DOUBLE, lat VARCHAR(9) CHARACTER SET latin1,"
                        + " en ENUM('x', '7'), st SET('p', 'q'), dt DATETIME(3), deci DECIMAL(9, 1), txt VARCHAR(9), bi BIT(9))");
        both.setUp("CREATE TABLE t_to (id INT PRIMARY KEY, dt DATETIME(3), n INT, bin VARBINARY(9), deci DECIMAL(9, 2),"
                + " st SET('p', 'q'), dd DATE, txt VARCHAR(40), bl BLOB, ti TIME(1))");
        both.setUp("INSERT INTO t_from VALUES (1, '10:11:12.5', 2.5, 'é', 'x', 'p,q', '2024-01-15 10:11:12.55', 2.5,"
                + " '7.5', b'100110001')");
        both.setUp("INSERT INTO t_from VALUES (2, '00:00:01', 100, 'abc', '7', 'q', '2024-12-31 23:59:59.999', -2.5,"
                + " '-7.5', b'1')");
        both.setUp("INSERT INTO t_from VALUES (3, '23:59:59.999', -3.5, '', NULL, '', NULL, 3.4, ' 12', b'110001')");
        both.setUp("INSERT INTO t_from VALUES (4, NULL, 0.1, NULL, 'x', NULL, '2024-01-15', NULL, NULL, NULL)");
    }
}
