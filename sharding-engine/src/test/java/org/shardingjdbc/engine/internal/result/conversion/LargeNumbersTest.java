package org.shardingjdbc.engine.internal.result.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.dialect.internal.Dialects;

/** Numbers with more digits than a long. */
class LargeNumbersTest {
    private final Conversions conversions = Conversions.of(Dialects.POSTGRESQL);

    private long asLong(String number) throws SQLException {
        return conversions.toInteger(new BigDecimal(number), 1, Long.MIN_VALUE, Long.MAX_VALUE, "long");
    }

    /** The last one would be written out for minutes. */
    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "-1e19", "1e30", "1e200000000"})
    void whatIsNoLongIsOutOfRange(String number) {
        assertThatThrownBy(() -> asLong(number)).hasMessageContaining("SHD-1226");
    }

    @ParameterizedTest
    @CsvSource({
        "9223372036854775807.9, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808",
        "0e200000, 0"
    })
    void whatIsOneIsRead(String number, long read) throws SQLException {
        assertThat(asLong(number)).isEqualTo(read);
    }
}
