package org.shardingjdbc.feature.shadow.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;

/** Which values VALUE_MATCH takes for the one that is configured. */
class ColumnMatchTest {
    private static ColumnMatch match(String value) {
        return ColumnMatch.ofValue(
                new AlgorithmProperties(Map.of("operation", "insert", "column", "is_test", "value", value)));
    }

    /** A BOOLEAN of MySQL is a number: the same column is given true by one statement, and 1 by another. */
    @Test
    void trueAndFalseAreOneAndZero() {
        for (String yes : new String[] {"true", "TRUE", "1"}) {
            ColumnMatch match = match(yes);
            assertThat(match.marks(true)).as(yes).isTrue();
            assertThat(match.marks(1)).as(yes).isTrue();
            assertThat(match.marks((byte) 1)).as(yes).isTrue();
            assertThat(match.marks(new BigDecimal("1.0"))).as(yes).isTrue();
            assertThat(match.marks(false)).as(yes).isFalse();
            assertThat(match.marks(0)).as(yes).isFalse();
            assertThat(match.marks(null)).as(yes).isFalse();
        }
        assertThat(match("false").marks(0)).isTrue();
        assertThat(match("false").marks(false)).isTrue();
        assertThat(match("false").marks(1)).isFalse();
    }

    @Test
    void whatIsNoFiniteNumberIsNoNumber() {
        for (Object value : new Object[] {Double.NaN, Double.POSITIVE_INFINITY, Float.NaN, Float.NEGATIVE_INFINITY}) {
            assertThat(match("1").marks(value)).as("%s", value).isFalse();
            assertThat(match("NaN").marks(value))
                    .as("%s", value)
                    .isEqualTo(value.toString().equals("NaN"));
        }
        assertThat(match("1").marks(1.0)).isTrue();
    }

    @Test
    void textsAreComparedAsTheyAre() {
        assertThat(match("true").marks("true")).isTrue();
        assertThat(match("true").marks("1")).isFalse();
        assertThat(match("1").marks("1")).isTrue();
        assertThat(match("Test").marks("Test")).isTrue();
        assertThat(match("Test").marks("test")).isFalse();
        assertThat(match("Test").marks(true)).isFalse();
        assertThat(match("Test").marks(1)).isFalse();
    }
}
