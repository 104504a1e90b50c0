package org.shardingjdbc.jdbc.statements;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.shardingjdbc.jdbc.statements.TwoDataSources.values;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;

/** A session that is switched to another schema of all data sources is there for every statement, qualified or not. */
@ParameterizedClass
@EnumSource(
        value = DatabaseKind.class,
        names = {"H2", "POSTGRESQL"})
class SwitchedSchemasTest {
    private static TwoDataSources two;

    @Parameter
    private DatabaseKind kind;

    @BeforeParameterizedClassInvocation
    static void create(DatabaseKind kind) throws SQLException {
        two = TwoDataSources.databases(kind, "switched");
        for (int i = 0; i < 2; i++) {
            try (Connection raw = DriverManager.getConnection(two.url(i), two.user(), two.password());
                    Statement statement = raw.createStatement()) {
                statement.execute("CREATE SCHEMA other");
                for (int table = 0; table < 2; table++) {
                    statement.execute("CREATE TABLE other.t_" + table
                            + " (id INT NOT NULL, a INT NOT NULL, more INT, PRIMARY KEY (id, a))");
                }
            }
        }
    }

    @AfterParameterizedClassInvocation
    static void close() throws SQLException {
        if (two != null) {
            two.close();
            two = null;
        }
    }

    private String other() {
        return kind == DatabaseKind.H2 ? "OTHER" : "other";
    }

    @Test
    void switchingBySqlIsSeen() throws SQLException {
        try (Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            String usual = connection.getSchema();
            String[] ways = kind == DatabaseKind.H2
                    ? new String[] {"SET SCHEMA other"}
                    : new String[] {"SET search_path TO other", "SET SESSION search_path = other, public"};
            for (String sql : ways) {
                statement.execute(sql);
                assertThat(connection.getSchema()).as(sql).isEqualTo(other());
                connection.setSchema(usual);
                assertThat(connection.getSchema()).isEqualTo(usual);
                assertThat(values(statement, "SELECT COUNT(*) FROM t")).containsExactly("4");
            }
            if (kind == DatabaseKind.POSTGRESQL) {
                connection.setSchema("other");
                statement.execute("RESET search_path");
                assertThat(connection.getSchema()).isEqualTo(usual);
                connection.setAutoCommit(false);
                statement.execute("SET search_path TO other");
                assertThat(connection.getSchema()).isEqualTo("other");
                connection.rollback();
                assertThat(connection.getSchema()).isEqualTo(usual);
                assertThat(values(statement, "SELECT COUNT(*) FROM t")).containsExactly("4");
                connection.rollback();
            }
        }
    }

    @Test
    void statementsMeanThePlaceThatTheSessionIsIn() throws SQLException {
        try (Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement count = connection.prepareStatement("SELECT COUNT(*) FROM t WHERE id >= ?")) {
            String usual = connection.getSchema();
            assertThat(count(count)).isEqualTo(4);
            connection.setSchema(other());
            assertThat(count(count)).isZero();
            for (String at :
                    new String[] {"", connection.getSchema() + ".", "logic_db." + connection.getSchema() + "."}) {
                assertThat(statement.executeUpdate(
                                "INSERT INTO " + at + "t VALUES (0, 0, 5), (1, 1, 5), (2, 1, 5), (3, 0, 5), (4, 1, 5)"))
                        .isEqualTo(5);
                assertThat(values(statement, "SELECT SUM(more) FROM " + at + "t"))
                        .containsExactly("25");
                assertThat(statement.executeUpdate("UPDATE " + at + "t SET more = 6"))
                        .isEqualTo(5);
                assertThat(statement.executeUpdate("DELETE FROM " + at + "t")).isEqualTo(5);
            }
            assertThatThrownBy(() -> statement.executeUpdate("DELETE FROM " + usual + ".t"))
                    .hasMessageContaining("SHD-4118");
            connection.setSchema(usual);
            assertThat(count(count)).isEqualTo(4);
            assertThat(values(statement, "SELECT COUNT(*) FROM " + usual + ".t"))
                    .containsExactly("4");
        }
    }

    /** A second instance redefines the tables of the other schema while sessions are there. */
    @Test
    void whatSomebodyElseRedefinesThereIsLearned() throws SQLException {
        try (Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement();
                PreparedStatement all = connection.prepareStatement("SELECT * FROM t ORDER BY id")) {
            connection.setSchema(other());
            assertThat(statement.executeUpdate("INSERT INTO t VALUES (0, 0, 5), (1, 1, 6)"))
                    .isEqualTo(2);
            assertThat(rows(all)).containsExactly("[0, 0, 5]", "[1, 1, 6]");
            redefine("(more INT, a INT NOT NULL, id INT NOT NULL, later INT DEFAULT 9, PRIMARY KEY (id, a))");
            try {
                assertThat(statement.executeUpdate("INSERT INTO t VALUES (5, 0, 0, 1), (6, 1, 1, 2)"))
                        .isEqualTo(2);
                assertThat(rows(all)).containsExactly("[5, 0, 0, 1]", "[6, 1, 1, 2]");
                assertThat(values(statement, "SELECT SUM(later) FROM t")).containsExactly("3");
            } finally {
                redefine("(id INT NOT NULL, a INT NOT NULL, more INT, PRIMARY KEY (id, a))");
            }
            assertThat(rows(all)).isEmpty();
        }
    }

    private static void redefine(String columns) throws SQLException {
        for (int i = 0; i < 2; i++) {
            for (int table = 0; table < 2; table++) {
                raw(i, "DROP TABLE other.t_" + table, "CREATE TABLE other.t_" + table + " " + columns);
            }
        }
    }

    private static void raw(int dataSource, String... statements) throws SQLException {
        try (Connection raw = DriverManager.getConnection(two.url(dataSource), two.user(), two.password());
                Statement statement = raw.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static List<String> rows(PreparedStatement query) throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(rows.getString(i));
                }
                found.add(row.toString());
            }
        }
        return found;
    }

    /** A view over sharded tables, which a second instance replaces in the other schema. */
    @Test
    void viewThatSomebodyElseReplacesThereIsReadAnew() throws SQLException {
        try (ShardingDataSource second =
                        ShardingDataSourceFactory.create(two.sharded().configuration());
                Connection connection = two.sharded().getConnection();
                Connection others = second.getConnection();
                Statement statement = connection.createStatement();
                Statement other = others.createStatement()) {
            connection.setSchema(other());
            others.setSchema(other());
            statement.execute("CREATE VIEW v AS SELECT id FROM t WHERE more > 5");
            try {
                assertThat(statement.executeUpdate("INSERT INTO t VALUES (0, 0, 5), (1, 1, 6)"))
                        .isEqualTo(2);
                assertThat(values(statement, "SELECT id FROM v")).containsExactly("1");
                other.execute("CREATE OR REPLACE VIEW v AS SELECT id FROM t WHERE more < 6");
                assertThat(values(statement, "SELECT id FROM v")).containsExactly("0");
            } finally {
                statement.execute("DROP VIEW v");
                statement.executeUpdate("DELETE FROM t");
            }
        }
    }

    /** A text of a batch means what it means after the texts before it: another order of columns here. */
    @Test
    void batchIsPlannedWhereItsOwnTextsHaveSwitchedTo() throws SQLException {
        redefine("(a INT NOT NULL, id INT NOT NULL, PRIMARY KEY (id, a))");
        try (Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            String usual = connection.getSchema();
            statement.addBatch(kind == DatabaseKind.H2 ? "SET SCHEMA other" : "SET search_path TO other");
            statement.addBatch("INSERT INTO t VALUES (0, 5)");
            statement.addBatch("INSERT INTO t VALUES (1, 8)");
            assertThat(statement.executeBatch()).endsWith(1, 1);
            assertThat(values(statement, "SELECT id FROM t ORDER BY id")).containsExactly("5", "8");
            assertThat(values(statement, "SELECT a FROM t WHERE id = 5")).containsExactly("0");
            connection.setSchema(usual);
            assertThat(values(statement, "SELECT COUNT(*) FROM t")).containsExactly("4");
        } finally {
            redefine("(id INT NOT NULL, a INT NOT NULL, more INT, PRIMARY KEY (id, a))");
        }
    }

    private static int count(PreparedStatement statement) throws SQLException {
        statement.setInt(1, 0);
        try (ResultSet rows = statement.executeQuery()) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }

    @Test
    void whatIsNotThereIsSaidAtOnce() throws SQLException {
        try (Connection connection = two.sharded().getConnection();
                Statement statement = connection.createStatement()) {
            if (kind == DatabaseKind.H2) {
                assertThatThrownBy(() -> connection.setSchema("NOSUCH")).isInstanceOf(SQLException.class);
            }
            assertThatThrownBy(() -> connection.setTransactionIsolation(0)).isInstanceOf(SQLException.class);
            assertThatThrownBy(() -> connection.setTransactionIsolation(77)).isInstanceOf(SQLException.class);
            assertThat(values(statement, "SELECT COUNT(*) FROM t")).containsExactly("4");
        }
    }
}
