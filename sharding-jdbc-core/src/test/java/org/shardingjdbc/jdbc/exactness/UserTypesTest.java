package org.shardingjdbc.jdbc.exactness;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/**
 * Types, casts and operators that users of PostgreSQL define: a domain, also one that rows are sharded by, is the type
 * that it is a domain of; what compares texts as equal that differ does so over all data nodes; an operator or a cast
 * of users is never computed here.
 */
class UserTypesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t: {actualDataSources: "ds_${0..1}", shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod}}}
                by_number: {actualDataSources: "ds_${0..1}", shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod}}}
                by_code: {actualDataSources: "ds_${0..1}", shardingStrategy: {standard: {shardingColumn: k, shardingAlgorithmName: hash}}}
                by_word: {actualDataSources: "ds_${0..1}", shardingStrategy: {standard: {shardingColumn: k, shardingAlgorithmName: hash}}}
              shardingAlgorithms:
                mod: {type: MOD, props: {sharding-count: 4}}
                hash: {type: HASH_MOD, props: {sharding-count: 4}}
            """;

    private static Fixture<ShardingDataSource> shards;
    private static PlainAndSharded both;

    @BeforeAll
    static void create() throws SQLException, IOException {
        shards = Fixture.on(DatabaseKind.POSTGRESQL, "user_types").rules(RULES).open(ShardingDataSourceFactory::create);
        both = new PlainAndSharded(shards.plain(), shards.sharded());
        both.setUp(
                "CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')",
                "CREATE DOMAIN positive AS int CHECK (VALUE > 0)",
                "CREATE DOMAIN code AS text COLLATE \"C\"",
                "CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
                "CREATE DOMAIN word AS text COLLATE ci",
                "CREATE DOMAIN strictly AS positive NOT NULL",
                "CREATE TYPE pair AS (x int, y int)",
                "CREATE FUNCTION reversed(int, int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT $1 > $2'",
                "CREATE OPERATOR <<< (LEFTARG = int, RIGHTARG = int, FUNCTION = reversed)",
                "CREATE FUNCTION length_of(text) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT length($1)'",
                "CREATE CAST (text AS int) WITH FUNCTION length_of(text)",
                "CREATE FUNCTION dashed(text, text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT $1 || ''-'' || $2'",
                "CREATE OPERATOR + (LEFTARG = text, RIGHTARG = text, FUNCTION = dashed)",
                "CREATE TABLE t (id int PRIMARY KEY, m mood, d positive, c code, w word, p pair, n int, v text, a int[])",
                "CREATE TABLE by_number (id strictly PRIMARY KEY, v int)",
                "CREATE TABLE by_code (k code PRIMARY KEY, v int)",
                "CREATE TABLE by_word (k word PRIMARY KEY, v int)",
                "INSERT INTO t VALUES (1, 'happy', 5, 'b', 'Ab', ROW(1, 2), 3, 'aa', '{1,2}'),"
                        + " (2, 'sad', 7, 'B', 'aB', ROW(1, 1), 4, 'bb', '{1}'),"
                        + " (3, 'ok', 2, 'a', 'x', ROW(0, 9), 5, 'cc', '{2}'),"
                        + " (4, 'sad', 9, 'A', 'X', ROW(2, 2), 6, 'dd', '{1,2}')",
                "INSERT INTO by_number VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)",
                "INSERT INTO by_code VALUES ('a', 1), ('b', 2), ('A', 3), ('B', 4)",
                "INSERT INTO by_word VALUES ('a', 1), ('b', 2), ('Cc', 3), ('D', 4)");
    }

    @AfterAll
    static void close() throws SQLException {
        both.close();
        shards.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, m FROM t ORDER BY m, id",
                "SELECT m, COUNT(*) FROM t GROUP BY m ORDER BY m",
                "SELECT id FROM t WHERE m > 'sad' ORDER BY id",
                "SELECT d FROM t ORDER BY d",
                "SELECT c FROM t ORDER BY c",
                "SELECT lower(w) FROM t ORDER BY w, id",
                "SELECT p FROM t ORDER BY p",
                "SELECT a FROM t ORDER BY a, id",
                "SELECT v + v FROM t ORDER BY 1",
                "SELECT * FROM by_number ORDER BY id",
                "SELECT * FROM by_code ORDER BY k",
                "SELECT * FROM by_word ORDER BY k"
            })
    void ordersAlike(String sql) {
        both.query(sql).ordered().agree();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT DISTINCT m FROM t",
                "SELECT MIN(m), MAX(m) FROM t",
                "SELECT MIN(d), MAX(d), SUM(d), AVG(d), COUNT(DISTINCT d) FROM t",
                "SELECT MIN(c), MAX(c) FROM t",
                "SELECT COUNT(DISTINCT w) FROM t",
                "SELECT lower(MIN(w)), COUNT(*) FROM t GROUP BY w",
                "SELECT p, COUNT(*) FROM t GROUP BY p",
                "SELECT DISTINCT a FROM t",
                "SELECT * FROM by_number WHERE id = 3",
                "SELECT * FROM by_number WHERE id IN (1, 4)",
                "SELECT * FROM by_number WHERE id = '3'",
                "SELECT * FROM by_number WHERE id = CAST('4' AS positive)",
                "SELECT * FROM by_code WHERE k = 'A'",
                "SELECT * FROM by_code WHERE k IN ('a', 'B')",
                "SELECT * FROM by_word WHERE k = 'A'",
                "SELECT * FROM by_word WHERE k IN ('A', 'cC')",
                "SELECT * FROM t WHERE id = 'abc'::text::int",
                "SELECT * FROM t WHERE id = CAST(CAST('ab' AS text) AS int)",
                "SELECT * FROM t WHERE id = ('x' + 'y')::int",
                "SELECT * FROM t WHERE id = CAST('2' AS int)",
                "SELECT id + (v + 'q')::int FROM t",
                "SELECT SUM(n) FROM t WHERE n <<< 5",
                "SELECT x.id FROM t x JOIN t y ON x.m = y.m AND x.id <> y.id",
                "SELECT x.id FROM t x JOIN t y ON x.w = y.w AND x.id <> y.id",
                "SELECT x.id, y.v FROM t x JOIN by_word y ON x.w = y.k",
                "SELECT x.id, y.v FROM t x JOIN by_number y ON x.d = y.id"
            })
    void answersAlike(String sql) {
        both.query(sql).agree();
    }

    @Test
    void writesAlike() {
        both.update("UPDATE by_number SET v = v + 1 WHERE id = ?", 3).agree();
        both.update("UPDATE by_word SET v = v + 1 WHERE k = 'A'").agree();
        both.update("INSERT INTO by_number VALUES (?, ?)", 11, 11).agree();
        both.update("DELETE FROM by_code WHERE k IN ('b', 'A')").agree();
        both.query("SELECT * FROM by_number").agree();
        both.query("SELECT * FROM by_word").agree();
        both.query("SELECT * FROM by_code").agree();
        both.update("INSERT INTO by_code VALUES ('b', 2), ('A', 3)").agree();
    }
}
