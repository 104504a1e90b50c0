package org.shardingjdbc.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtherLiteralsTest {
    @ParameterizedTest
    @CsvSource(
            delimiterString = " | ",
            quoteCharacter = '^',
            value = {
                "SELECT a1, 5 FROM t2 WHERE b = 5 AND c <> 'ab' LIMIT 10 | SELECT a1, 5 FROM t2 WHERE b = 1 AND c <> 'aq' LIMIT 10",
                "SELECT a FROM t WHERE b IN (21, 3) AND c BETWEEN 1 AND -7 | SELECT a FROM t WHERE b IN (22, 3) AND c BETWEEN 2 AND -1",
                "SELECT a FROM t WHERE d > '2024-01-31' AND \"x = 5\" = 'it''s'"
                        + " | SELECT a FROM t WHERE d > '2024-01-32' AND \"x = 5\" = 'it''q'"
            })
    void changesWhatIsComparedOnly(String sql, String other) {
        assertThat(OtherLiterals.of(sql)).isEqualTo(other);
    }
}
