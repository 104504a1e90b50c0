package org.shardingjdbc.distsql.internal.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken for DistSQL, and what is left to the databases. */
class FirstWordsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SHOW SHARDING TABLE RULES",
                "/* a */ create -- b\n sharding TABLE RULE t",
                "# a\nSHOW STORAGE UNITS",
                "PREVIEW SELECT 1",
                "CREATE SHARDIN TABLE RULE t (STORAGE_UNITS(ds_0))",
                "CREATE SHARDINGS TABLE RULE t",
                "DROP BRODCAST TABLE RULE t",
                "REGISTR STORAGE UNIT ds_0 (URL='x')",
                "SHWO SHARDING TABLE RULES",
                "SHOW STORAG UNITS",
                "SHOW STORAGE UNIST",
                "REFRESH TABEL METADATA",
                "SHOW COMPUTE NODE",
                "COMIT MIGRATION 'j'",
                "MIGRAT TABLE ds_0.t INTO t",
                "ROLLBACK MIGRATON 'j'",
                "SHOW MIGRATION LSIT",
            })
    void isOurs(String sql) {
        assertThat(FirstWords.areOurs(sql)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "(SELECT 1)",
                "SELECT sharding FROM rule",
                "SHOW TABLES",
                "SHOW TABLE STATUS",
                "SHOW STORAGE ENGINES",
                "SHOW TRANSACTION ISOLATION LEVEL",
                "SHOW MASTER STATUS",
                "SHOW DATABASES",
                "SHOW INDEX FROM t",
                "SET DEFAULT ROLE NONE",
                "SET DEFAULT ROLE single",
                "CREATE TABLE sharding (id INT)",
                "CREATE SCHEMA shop",
                "ALTER DATABASE shop CHARACTER SET utf8mb4",
                "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO u",
                "DROP TABLE rule",
                "DROP ROLE mask",
                "LOAD DATA INFILE 'x' INTO TABLE t",
                "IMPORT FOREIGN SCHEMA s FROM SERVER f INTO t",
                "REFRESH MATERIALIZED VIEW v",
                "UNLOCK TABLES",
                "REGISTER",
                "START TRANSACTION READ ONLY",
                "START REPLICA",
                "COMMIT",
                "COMMIT WORK AND CHAIN",
                "COMMIT TRANSACTION",
                "ROLLBACK TRANSACTION",
                "ROLLBACK TO SAVEPOINT a",
                "CHECK TABLE t QUICK",
                "STOP SLAVE",
            })
    void isLeftToTheDatabases(String sql) {
        assertThat(FirstWords.areOurs(sql)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EXPLAIN FORMAT=JSON SELECT 1",
                "EXPLAIN FORMAT JSON SELECT 1",
                "EXPLAIN (FORMAT JSON) SELECT 1",
                "EXPLAIN SELECT * FROM sharding",
                "EXPLAIN ANALYZE CREATE TABLE t AS SELECT 1",
                "EXPLAIN t",
            })
    void isExplainedByTheDatabases(String sql) {
        assertThat(FirstWords.areExplained(sql)).isFalse();
    }
}
