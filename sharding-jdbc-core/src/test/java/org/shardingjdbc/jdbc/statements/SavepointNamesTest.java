package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.compare.PlainAndSharded;
import org.shardingjdbc.testkit.fixture.Fixture;

/** Which savepoint a name means, as one database tells names apart. */
class SavepointNamesTest {
    private static final String RULES = """
            rules:
            - !SHARDING
              autoTables:
                t:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod_2}}
              shardingAlgorithms:
                mod_2: {type: MOD, props: {sharding-count: 2}}
            """;

    private static Fixture<ShardingDataSource> open(DatabaseKind kind) throws Exception {
        return Fixture.on(kind, "savepoint_names").rules(RULES).open(ShardingDataSourceFactory::create);
    }

    @ParameterizedTest
    @EnumSource
    void aNameInQuotesIsAnotherOneWhereTheDatabaseSaysSo(DatabaseKind kind) throws Exception {
        String quote = kind.speaksMySql() ? "`" : "\"";
        try (Fixture<ShardingDataSource> shards = open(kind);
                PlainAndSharded both = shards.both()) {
            both.setUp("CREATE TABLE t (id INT PRIMARY KEY)");
            for (String[] names : new String[][] {
                {quote + "A" + quote, quote + "a" + quote},
                {quote + "a" + quote, quote + "A" + quote},
                {"a", "A"},
                {quote + "A" + quote, "a"},
                {quote + "a" + quote, "a"}
            }) {
                both.begin();
                both.setUp("INSERT INTO t VALUES (1)");
                both.setUp("SAVEPOINT " + names[0]);
                both.setUp("INSERT INTO t VALUES (2), (3)");
                both.setUp("SAVEPOINT " + names[1]);
                both.setUp("INSERT INTO t VALUES (4), (5)");
                both.setUp("ROLLBACK TO SAVEPOINT " + names[0]);
                both.query("SELECT * FROM t").agree();
                both.rollback();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNameThatIsGivenAgainMeansTheYoungest(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                PlainAndSharded both = shards.both()) {
            both.setUp("CREATE TABLE t (id INT PRIMARY KEY)");
            both.begin();
            for (Connection connection : new Connection[] {both.plain(), both.sharded()}) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("INSERT INTO t VALUES (1), (2)");
                    Savepoint first = connection.setSavepoint("s");
                    statement.execute("INSERT INTO t VALUES (3), (4)");
                    Savepoint second = connection.setSavepoint("s");
                    statement.execute("INSERT INTO t VALUES (5), (6)");
                    connection.rollback(first);
                    statement.execute("INSERT INTO t VALUES (7), (8)");
                    connection.rollback(second);
                }
            }
            both.query("SELECT * FROM t").agree();
            both.rollback();
        }
    }

    /** Where a younger one takes the place of an older one of its name, that does not come back. */
    @ParameterizedTest
    @EnumSource(names = {"MARIADB", "MYSQL", "POSTGRESQL"})
    void aNameThatWasGivenTwiceIsReleasedAsInOneDatabase(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                PlainAndSharded both = shards.both()) {
            both.setUp("CREATE TABLE t (id INT PRIMARY KEY)");
            for (String youngest : new String[] {"RELEASE SAVEPOINT s", "ROLLBACK TO SAVEPOINT amid"}) {
                both.begin();
                both.setUp(
                        "INSERT INTO t VALUES (1), (2)",
                        "SAVEPOINT s",
                        "INSERT INTO t VALUES (3), (4)",
                        "SAVEPOINT amid",
                        "SAVEPOINT s",
                        "INSERT INTO t VALUES (5), (6)",
                        youngest);
                for (Connection connection : new Connection[] {both.plain(), both.sharded()}) {
                    try (Statement statement = connection.createStatement()) {
                        if (kind.speaksMySql()) {
                            assertThatThrownBy(() -> statement.execute("ROLLBACK TO SAVEPOINT s"))
                                    .isInstanceOf(SQLException.class);
                        } else {
                            statement.execute("ROLLBACK TO SAVEPOINT s");
                        }
                    }
                }
                both.query("SELECT * FROM t").agree();
                both.rollback();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aNameThatJdbcGivesIsThatOfTheStatement(DatabaseKind kind) throws Exception {
        try (Fixture<ShardingDataSource> shards = open(kind);
                PlainAndSharded both = shards.both()) {
            both.setUp("CREATE TABLE t (id INT PRIMARY KEY)");
            both.begin();
            both.setUp("INSERT INTO t VALUES (1), (2)");
            String name = kind == DatabaseKind.H2 ? "HERE" : "here";
            for (Connection connection : new Connection[] {both.plain(), both.sharded()}) {
                Savepoint here = connection.setSavepoint(name);
                try (Statement statement = connection.createStatement()) {
                    statement.execute("INSERT INTO t VALUES (3), (4)");
                    statement.execute("ROLLBACK TO SAVEPOINT here");
                    statement.execute("INSERT INTO t VALUES (5), (6)");
                }
                connection.rollback(here);
            }
            both.query("SELECT * FROM t").agree();
            both.rollback();
        }
    }
}
