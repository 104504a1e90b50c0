package org.shardingjdbc.jdbc.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.TestServer;
import org.shardingjdbc.testkit.oracle.Oracle;
import org.shardingjdbc.testkit.oracle.OracleReport;

/** Does what docs/testkit.md tells the reader to do, with the YAML of that page. */
class OwnSchemaTest {
    private static final Path PAGE = Path.of("..", "docs", "testkit.md");
    private static final Path SOURCE =
            Path.of("src", "test", "java", "org", "shardingjdbc", "jdbc", "oracle", "OwnSchemaTest.java");
    private static final String[] ROWS = {
        "CREATE TABLE t_customer (customer_id INT PRIMARY KEY, name VARCHAR(40) NOT NULL, since DATE)",
        "CREATE TABLE t_invoice (invoice_id BIGINT, customer_id INT, amount DECIMAL(10, 2), currency CHAR(3),"
                + " PRIMARY KEY (invoice_id, customer_id))",
        "CREATE TABLE t_currency (code CHAR(3) PRIMARY KEY, title VARCHAR(20))",
        "INSERT INTO t_customer (customer_id, name, since) VALUES (1, 'ann', DATE '2020-01-01'), (2, 'Bob', NULL),"
                + " (3, 'eve', DATE '2021-05-06'), (4, 'ann', DATE '2020-01-01')",
        "INSERT INTO t_invoice (invoice_id, customer_id, amount, currency) VALUES (1, 1, 10.5, 'EUR'),"
                + " (2, 1, 20, 'CHF'), (3, 2, NULL, 'EUR'), (4, 3, -3, 'USD'), (5, 4, 20, NULL)",
        "INSERT INTO t_currency (code, title) VALUES ('EUR', 'euro'), ('CHF', 'franc')"
    };

    @Test
    void pageWorksAsWritten() throws Exception {
        TestServer.of(DatabaseKind.H2).createDatabase("testkit_page");
        InputStream yaml = new ByteArrayInputStream(block("yaml").getBytes(StandardCharsets.UTF_8));
        try (ShardingDataSource sharded = ShardingDataSourceFactory.create(yaml)) {
            DataSource plain = TestServer.of(DatabaseKind.H2).dataSource("testkit_page");
            fill(plain);
            fill(sharded);
            OracleReport report = Oracle.on(plain, sharded).run(44, 500);
            System.out.println(report);
            report.assertNoDifference();
            assertThat(report.asked()).isGreaterThanOrEqualTo(500);
            assertThat(report.answeredReads()).isGreaterThan(0.5);
        }
        assertThat(condensed(Files.readString(SOURCE))).contains(condensed(javaOfPage()));
    }

    private static void fill(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : ROWS) {
                statement.execute(sql);
            }
        }
    }

    /** The statements of the page inside of the try block; this test asserts more behind them. */
    private static String javaOfPage() throws Exception {
        String java = block("java");
        return java.substring(0, java.lastIndexOf('}'));
    }

    private static String condensed(String source) {
        return source.replaceAll("\\s+", "");
    }

    private static String block(String language) throws Exception {
        String page = Files.readString(PAGE);
        int start = page.indexOf("```" + language) + 4 + language.length();
        return page.substring(start, page.indexOf("```", start));
    }
}
