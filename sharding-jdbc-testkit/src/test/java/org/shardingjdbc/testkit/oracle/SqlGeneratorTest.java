package org.shardingjdbc.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.SchemaModel;
import org.shardingjdbc.testkit.oracle.internal.sql.SqlGenerator;

class SqlGeneratorTest {
    private final SqlGenerator generator = new SqlGenerator();

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void equalChoicesMakeEqualStatements(DatabaseKind kind) {
        SchemaModel schema = new SampleSchema(kind).model();
        for (int seed = 0; seed < 300; seed++) {
            RandomChoices choices = RandomChoices.ofSeed(seed);
            GeneratedStatement first = generator.read(schema, choices);
            assertThat(text(generator.read(schema, RandomChoices.replay(choices.taken()))))
                    .isEqualTo(text(first));
            RandomChoices more = RandomChoices.ofSeed(seed);
            List<GeneratedStatement> transaction = generator.transaction(schema, more);
            assertThat(generator.transaction(schema, RandomChoices.replay(more.taken())))
                    .extracting(SqlGeneratorTest::text)
                    .isEqualTo(transaction.stream().map(SqlGeneratorTest::text).toList());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void databaseAcceptsNearlyAllReads(DatabaseKind kind) throws SQLException {
        List<String> refused = new ArrayList<>();
        SchemaModel schema = new SampleSchema(kind).model();
        try (Connection connection = open(kind, "reads")) {
            for (int seed = 0; seed < 2000; seed++) {
                run(connection, generator.read(schema, RandomChoices.ofSeed(seed)), refused);
            }
        }
        System.out.println(kind + " reads refused " + refused.size() + "\n" + String.join("\n", refused));
        assertThat(refused).as(String.join("\n", refused)).hasSizeLessThanOrEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource(
            value = DatabaseKind.class,
            names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void databaseAcceptsNearlyAllWrites(DatabaseKind kind) throws SQLException {
        List<String> refused = new ArrayList<>();
        SchemaModel schema = new SampleSchema(kind).model();
        try (Connection connection = open(kind, "writes")) {
            connection.setAutoCommit(false);
            for (int seed = 0; seed < 500; seed++) {
                run(connection, generator.write(schema, RandomChoices.ofSeed(seed)), refused);
                connection.rollback();
            }
        }
        System.out.println(kind + " writes refused " + refused.size() + "\n" + String.join("\n", refused));
        assertThat(refused).as(String.join("\n", refused)).hasSizeLessThanOrEqualTo(25);
    }

    /** All of a statement; arrays by what they hold. */
    private static String text(GeneratedStatement statement) {
        return statement.sql()
                + Arrays.deepToString(statement.parameters().toArray())
                + statement.write()
                + statement.orderKeys()
                + statement.totalOrder();
    }

    private static Connection open(DatabaseKind kind, String name) throws SQLException {
        TestServer server = TestServer.of(kind);
        server.createDatabase("generator_" + name);
        Connection connection = server.dataSource("generator_" + name).getConnection();
        try (Statement statement = connection.createStatement()) {
            for (String sql : new SampleSchema(kind).statements()) {
                statement.execute(sql);
            }
        }
        return connection;
    }

    private static void run(Connection connection, GeneratedStatement generated, List<String> refused) {
        try (PreparedStatement statement = connection.prepareStatement(generated.sql())) {
            for (int i = 0; i < generated.parameters().size(); i++) {
                statement.setObject(i + 1, generated.parameters().get(i));
            }
            statement.setQueryTimeout(20);
            if (statement.execute()) {
                try (ResultSet rows = statement.getResultSet()) {
                    while (rows.next()) {
                        rows.getObject(1);
                    }
                }
            }
        } catch (SQLException e) {
            refused.add(e.getMessage().replace('\n', ' ') + " <= " + generated.sql() + " " + generated.parameters());
        }
    }
}
