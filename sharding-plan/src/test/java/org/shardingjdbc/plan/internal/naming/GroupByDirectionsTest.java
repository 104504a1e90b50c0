package org.shardingjdbc.plan.internal.naming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.dialect.internal.Dialects;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;

class GroupByDirectionsTest {
    private final SqlParser parser = new SqlParser(Dialects.MARIADB);
    private final GroupByDirections directions = new GroupByDirections(Dialects.MARIADB, parser);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            SELECT a FROM t GROUP BY a DESC              | SELECT a FROM t GROUP BY a DESC ORDER BY a DESC
            SELECT a FROM t GROUP BY a  DESC , b LIMIT ? | SELECT a FROM t GROUP BY a  DESC , b ORDER BY a DESC, b LIMIT ?
            SELECT 1 FROM t GROUP BY (a + 1)*2 ASC, 1 DESC HAVING x > ? FOR UPDATE \
            | SELECT 1 FROM t GROUP BY (a + 1)*2 ASC, 1 DESC HAVING x > ? ORDER BY (a + 1)*2, 1 DESC FOR UPDATE
            (SELECT a FROM t GROUP BY a DESC) UNION SELECT ? FROM (SELECT b FROM u GROUP BY b DESC)x \
            | (SELECT a FROM t GROUP BY a DESC ORDER BY a DESC) \
            UNION SELECT ? FROM (SELECT b FROM u GROUP BY b DESC ORDER BY b DESC)x
            """)
    void orderIsWritten(String sql, String written) {
        ParsedSql made = directions.written(parser.parse(sql));
        assertThat(made.sql()).isEqualTo(written);
        assertThat(made).isEqualTo(parser.parse(written));
    }

    @Test
    void statementWithoutDirectionsStays() {
        ParsedSql parsed = parser.parse("SELECT a FROM t GROUP BY a");
        assertThat(directions.written(parsed)).isSameAs(parsed);
    }
}
