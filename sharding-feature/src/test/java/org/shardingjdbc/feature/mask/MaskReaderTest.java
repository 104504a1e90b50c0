package org.shardingjdbc.feature.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.rule.hint.ShardingHint;

/** Who reads, as connections tell it where the configuration lets them. */
class MaskReaderTest {
    private static final String YAML = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:mask_reader;DB_CLOSE_DELAY=-1'}
            rules:
            - !MASK
              readerClientInfo: reader
              tables:
                t_pay:
                  columns:
                    salary: {maskAlgorithm: all, exemptReaders: [auditor]}
              maskAlgorithms:
                all: {type: MASK_FROM_X_TO_Y, props: {from-x: 0, to-y: 99, replace-char: '#'}}
            """;

    private static ShardingDataSource open(String yaml) throws SQLException {
        return ShardingDataSourceFactory.create(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    private static String salary(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT salary FROM t_pay")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS t_pay");
            statement.execute("CREATE TABLE t_pay (id INT PRIMARY KEY, salary INT)");
            statement.execute("INSERT INTO t_pay (id, salary) VALUES (1, 5000)");
        }
    }

    @Test
    void aConnectionTellsWhoReads() throws SQLException {
        try (ShardingDataSource dataSource = open(YAML)) {
            try (Connection connection = dataSource.getConnection()) {
                fill(connection);
                assertThat(salary(connection)).isEqualTo("####");
                // H2 knows no such client info, and is not asked
                connection.setClientInfo("reader", "auditor");
                assertThat(salary(connection)).isEqualTo("5000");
                assertThat(connection.getClientInfo("reader")).isEqualTo("auditor");
                assertThat(connection.getClientInfo()).containsEntry("reader", "auditor");
                try (ShardingHint scope = ShardingHint.open().setReader("guest")) {
                    assertThat(scope).isNotNull();
                    assertThat(salary(connection)).isEqualTo("####");
                }
                try (Connection other = dataSource.getConnection()) {
                    assertThat(salary(other)).isEqualTo("####");
                }
                connection.setClientInfo(new Properties());
                assertThat(salary(connection)).isEqualTo("####");
                connection.setClientInfo("reader", "auditor");
                connection.setClientInfo("reader", null);
                assertThat(salary(connection)).isEqualTo("####");
                assertThat(connection.getClientInfo("reader")).isNull();
                connection.setClientInfo("reader", "auditor");
            }
            try (Connection next = dataSource.getConnection()) {
                assertThat(salary(next)).isEqualTo("####");
            }
        }
    }

    @Test
    void itIsTheDriversWhereTheConfigurationNamesNone() throws SQLException {
        try (ShardingDataSource dataSource = open(YAML.replace("  readerClientInfo: reader\n", ""));
                Connection connection = dataSource.getConnection()) {
            fill(connection);
            assertThat(salary(connection)).isEqualTo("####");
            assertThatThrownBy(() -> {
                        connection.setClientInfo("reader", "auditor");
                        salary(connection);
                    })
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("reader");
        }
    }
}
