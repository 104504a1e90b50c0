package org.shardingjdbc.engine.internal.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;

/** Floating numbers that we compute read as text as those of the database. */
class NumberTextTest {
    private static final double[] NUMBERS = {
        0,
        1,
        -1,
        1.5,
        0.1,
        100,
        123456.789,
        1e5,
        1e6,
        1e7,
        1e14,
        123456789012345.0,
        999999999999999.0,
        1e15,
        1.5e15,
        1e16,
        1234567890123456.0,
        1e20,
        1.25e100,
        -1e300,
        0.001,
        0.0001,
        0.00015,
        0.00001,
        1e-7,
        1.5e-9,
        1e-14,
        1e-15,
        1e-16,
        2.5e-20,
        1e-300,
        1.0 / 3,
        2.0 / 3,
        1e22 / 3
    };

    @ParameterizedTest
    @EnumSource(names = {"H2", "POSTGRESQL", "MARIADB", "MYSQL"})
    void isThatOfTheDriver(DatabaseKind kind) throws SQLException {
        TestServer server = TestServer.of(kind);
        server.createDatabase("number_text");
        Dialect dialect = Dialects.named(kind.name());
        try (Connection connection = server.dataSource("number_text").getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE n (id INT, d DOUBLE PRECISION)");
            for (int i = 0; i < NUMBERS.length; i++) {
                statement.execute("INSERT INTO n VALUES (" + i + ", " + NUMBERS[i] + ")");
            }
            try (ResultSet rows = statement.executeQuery("SELECT MAX(d) FROM n GROUP BY id ORDER BY id")) {
                while (rows.next()) {
                    assertThat(dialect.values().textOf(rows.getDouble(1))).isEqualTo(rows.getString(1));
                }
            }
        }
    }
}
